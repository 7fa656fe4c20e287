import { connectEmbedded } from '@ecmr/postgres'
import type { Test } from 'tap'
import { signalAll } from '../support/child-process.js'
import { clusterOf, emptyDataDir, serversOf } from '../support/data-dir.js'
import { openGate } from '../support/gate.js'
import { until } from '../support/until.js'

/** A PostgreSQL of a test's own, which comes and goes at one address. */
export interface OwnPostgres {
  /** the address that services get */
  readonly url: string
  start(): Promise<void>
  /** Cut off: it keeps running, but cannot be reached. */
  cutOff(): void
  /** New connections hear of it again. */
  connect(): void
  /** SIGKILL, and nothing listens any more */
  kill(): Promise<void>
}

/** It does not run yet. */
export async function ownPostgres(t: Test): Promise<OwnPostgres> {
  const dataDir = await emptyDataDir(t)
  const gate = await openGate(t)
  const first = await connectEmbedded(dataDir)
  const url = new URL(first.url)
  url.port = String(gate.port)
  let running: typeof first | undefined
  await first.stop()
  t.teardown(() => running?.stop())
  return {
    url: url.href,
    async start() {
      running = await connectEmbedded(dataDir)
      await gate.open(Number(new URL(running.url).port))
    },
    cutOff: gate.freeze,
    connect: gate.thaw,
    async kill() {
      const cluster = (await clusterOf(dataDir)) ?? ''
      signalAll(serversOf(cluster), 'SIGKILL')
      gate.close()
      running = undefined
      await until(() => serversOf(cluster).length === 0, 'the end of PostgreSQL')
    },
  }
}
