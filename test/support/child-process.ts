import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { Test } from 'tap'
import { until } from './until.js'

/** Reading a page takes half a minute while other tests use both processors. */
const OUTPUT_SECONDS = 400

/** One of our processes under test. It is killed at the end of the test. */
export interface TestProcess {
  readonly child: ChildProcess
  readonly pid: number
  /** all that it has written so far, to either stream */
  output(): string
  /** resolves with its output as soon as that matches; rejects when it ends before */
  untilOutput(pattern: RegExp): Promise<string>
  /** resolves with its exit code, or the signal that ended it */
  readonly ended: Promise<number | string>
}

/** Starts a Node program with an environment of its own, as another user when asked. */
export function startProcess(
  t: Test,
  args: readonly string[],
  options: {
    readonly env?: Record<string, string>
    readonly cwd?: string
    readonly user?: { readonly uid: number; readonly gid: number }
    /** which program, with its arguments; Node unless given */
    readonly program?: readonly string[]
  } = {},
): TestProcess {
  // Through `env`, because tap puts its own loader into the environment of every Node process that it sees.
  // Several processes, and runs of tests, share this machine: metrics take any port.
  const all = { PATH: process.env.PATH ?? '', METRICS_PORT: '0', ...options.env }
  const env = Object.entries(all).map(([name, value]) => `${name}=${value}`)
  const child = spawn('env', ['-i', ...env, ...(options.program ?? [process.execPath]), ...args], {
    cwd: options.cwd ?? '/',
    ...options.user,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const keep = (chunk: Buffer): void => {
    output += chunk.toString()
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal)
  t.teardown(() => child.kill('SIGKILL'))
  return {
    child,
    pid: child.pid ?? 0,
    output: () => output,
    ended,
    async untilOutput(pattern) {
      const isThere = (): boolean => pattern.test(output)
      const outcome = await Promise.race([ended, until(isThere, `output like ${pattern}`, OUTPUT_SECONDS)])
      if (outcome !== undefined && !pattern.test(output)) throw new Error(`ended with ${outcome}:\n${output}`)
      return output
    },
  }
}

/** Processes whose command line contains a text, such as the path of a cluster. Linux only. */
export function processesWith(text: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && existsSync(`/proc/${name}/cmdline`))
    .filter((name) => commandLine(name).includes(text))
    .map(Number)
}

/** Sends a signal to processes, of which some may have ended since they were looked up. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
    }
  }
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
