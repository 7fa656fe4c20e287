import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'

/** Starts a program of this folder as a process of its own. `kill` resolves when it has ended, at the latest with the test. */
export function startProgram(
  t: Test,
  program: 'worker-process' | 'replayer-process',
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  const path = fileURLToPath(new URL(`./${program}.js`, import.meta.url))
  const child = fork(path, args, { env: { ...process.env, ...env } })
  const ended = once(child, 'exit')
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await ended
  }
  t.teardown(kill)
  return { pid: child.pid, kill }
}
