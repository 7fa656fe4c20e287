import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { docker } from './docker.js'

/** What the kernel says of a process. */
const Process = Type.Object({ status: Type.String(), environment: Type.String() })
const Seen = Type.Object({ processes: Type.Array(Process), wrote: Type.String() })

// Reads every process of the container but itself, and tries to write where the container's own files are. What is called runc is
// the engine about to become the program of a health check: what that may do has yet to be taken away.
const LOOK = `
const { readdirSync, readFileSync, writeFileSync } = require('node:fs')
const content = (pid, name) => readFileSync('/proc/' + pid + '/' + name, 'latin1')
const processes = readdirSync('/proc').filter((name) => /^\\d+$/.test(name) && Number(name) !== process.pid).flatMap((pid) => {
  try { return [{ status: content(pid, 'status'), environment: content(pid, 'environ') }] } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return []
    throw error
  }
}).filter(({ status }) => !status.startsWith('Name:\\trunc:['))
let wrote = 'written'
try { writeFileSync('/proc/1/root/written-by-the-container-test', '') } catch (error) { wrote = error.code }
console.log(JSON.stringify({ processes, wrote }))
`

/** Looks into a container from one beside it, which needs nothing of what the container has. */
export async function lookInto(container: string, image: string) {
  const rights = ['SYS_PTRACE', 'DAC_OVERRIDE', 'DAC_READ_SEARCH'].flatMap((right) => ['--cap-add', right])
  const beside = [
    '--pid',
    `container:${container}`,
    '--network',
    'none',
    '--user',
    '0:0',
    '--cap-drop',
    'ALL',
  ]
  const run = ['run', '--rm', ...beside, ...rights, '--entrypoint', 'node', image, '-e', LOOK]
  return Value.Parse(Seen, JSON.parse(await docker(run)))
}

/** Kills the first process of a container as the kernel does when memory is short: the engine does not know that it was us. */
export async function killProcess(container: string, image: string): Promise<void> {
  const pid = Number(await docker(['inspect', '--format', '{{.State.Pid}}', container]))
  if (!(pid > 0)) throw new Error(`${container} does not run`)
  const beside = [
    '--pid',
    'host',
    '--network',
    'none',
    '--user',
    '0:0',
    '--cap-drop',
    'ALL',
    '--cap-add',
    'KILL',
  ]
  const kill = `process.kill(${pid}, 'SIGKILL')`
  await docker(['run', '--rm', ...beside, '--entrypoint', 'node', image, '-e', kill])
}

/** A container, and what was seen in it. */
export interface SeenContainer {
  readonly id: string
  readonly name: string
  readonly service: string
  readonly seen: Awaited<ReturnType<typeof lookInto>>
}
