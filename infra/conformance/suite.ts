import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12'
/** The suite asks for Node 22; where ours is older it runs on this one, which npm carries as a package for each platform. */
const NODE = '24.21.0'

const checks = Type.Array(
  Type.Object({
    id: Type.String(),
    status: Type.Union(
      ['SUCCESS', 'FAILURE', 'WARNING', 'SKIPPED', 'INFO'].map((status) => Type.Literal(status)),
    ),
    errorMessage: Type.Optional(Type.String()),
  }),
)

export type Check = Static<typeof checks>[number]

/** What the suite found out in one scenario. */
export interface Scenario {
  readonly name: string
  readonly checks: readonly Check[]
}

/**
 * Runs the public conformance suite, which npm brings for this one time.
 *
 * @param onLine told each line that the suite prints
 * @returns the scenarios it has run, in their order
 */
export async function runSuite(
  args: readonly string[],
  onLine: (line: string) => void = () => undefined,
): Promise<readonly Scenario[]> {
  const directory = await mkdtemp(join(tmpdir(), 'ecmr-conformance-results-'))
  try {
    const printed = await run([...args, '--output-dir', directory], onLine)
    const scenarios = await scenariosIn(directory)
    if (scenarios.length === 0) throw new Error(`the suite has run nothing:\n${printed}`)
    return scenarios
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

function run(args: readonly string[], onLine: (line: string) => void): Promise<string> {
  const isOld = Number(process.versions.node.split('.')[0]) < 22
  const node = isOld ? [`--package=node-${process.platform}-${process.arch}@${NODE}`] : []
  const child = spawn('npm', ['exec', '--yes', `--package=${SUITE}`, ...node, '--', 'conformance', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  let line = ''
  const keep = (chunk: Buffer): void => {
    printed = (printed + chunk).slice(-20_000)
    const lines = (line + chunk).split('\n')
    line = lines.pop() ?? ''
    for (const each of lines) onLine(each)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    // Its own exit code says whether all is met, which here is for the list of what is not to say.
    child.on('close', () => resolve(printed))
  })
}

// A scenario's results are in a directory called `server-<scenario>-<time>`.
const NAME = /^(?:authorization-server|server)-(.+)-(\d{4}-\d{2}-\d{2}T[\d-]+Z)$/

async function scenariosIn(directory: string): Promise<readonly Scenario[]> {
  const found: (Scenario & { readonly time: string })[] = []
  for (const folder of await readdir(directory)) {
    const [, name, time] = NAME.exec(folder) ?? []
    if (name === undefined || time === undefined) throw new Error(`results of what? ${folder}`)
    found.push({ name, time, checks: await checksIn(join(directory, folder)) })
  }
  return found.sort((a, b) => a.time.localeCompare(b.time))
}

async function checksIn(folder: string): Promise<readonly Check[]> {
  const text = await readFile(join(folder, 'checks.json'), 'utf8').catch(() => undefined)
  if (text === undefined) return [{ id: 'run', status: 'FAILURE', errorMessage: 'It could not be run.' }]
  const read: unknown = JSON.parse(text)
  if (!Value.Check(checks, read)) throw new Error(`the suite writes something else than checks in ${folder}`)
  return read
}
