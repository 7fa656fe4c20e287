import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import { startProcess, type TestProcess } from './child-process.js'
import { emptyDataDir } from './data-dir.js'
import { openGate } from './gate.js'

const MAIN = fileURLToPath(new URL('../eventstoredb-wire/main.js', import.meta.url))

/** A stand-in for EventStoreDB as a process of its own, which comes and goes at one address and keeps its events. */
export interface EventStoreProcess {
  /** the connection string */
  readonly url: string
  start(): Promise<void>
  /** SIGKILL */
  kill(): Promise<void>
}

/** It does not run yet. */
export async function eventStoreProcess(t: Test): Promise<EventStoreProcess> {
  const file = join(await emptyDataDir(t), 'events')
  const { port } = await openGate(t)
  let running: TestProcess | undefined
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    async start() {
      running = startProcess(t, [MAIN, '--port', String(port), '--file', file])
      await running.untilOutput(/listening on esdb:/)
    },
    async kill() {
      running?.child.kill('SIGKILL')
      await running?.ended
    },
  }
}
