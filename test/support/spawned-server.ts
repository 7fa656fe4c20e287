import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Test } from 'tap'
import { until } from './until.js'

/** A program of others that answers over HTTP. */
interface ServerProgram {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env?: SpawnOptions['env']
  isReady(): Promise<boolean>
}

/** Starts a server, and waits until it is ready. It is killed when the test ends; then `cleanUp` is run. */
export async function startServer(
  t: Test,
  { name, command, args, env, isReady }: ServerProgram,
  cleanUp: () => Promise<void> = async () => undefined,
): Promise<void> {
  const child = spawn(command, args, { ...(env && { env }), stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += String(chunk)
  })
  const ended = once(child, 'exit')
  t.teardown(async () => {
    child.kill('SIGKILL')
    await ended
    await cleanUp()
  })
  await until(() => {
    if (child.exitCode !== null) throw new Error(`${name} ended:\n${output}`)
    return isReady()
  }, name)
}
