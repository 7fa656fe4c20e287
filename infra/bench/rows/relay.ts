import { brokerCheckpoints, type Checkpoints, migrateBroker } from '@ecmr/broker'
import { openNatsBroker } from '@ecmr/broker/nats'
import { type EventStore, migrateEventStore, openPostgresEventStore } from '@ecmr/event-store'
import { openPool } from '@ecmr/postgres'
import { startRelay } from '@ecmr/relay'
import type { Pool } from 'pg'
import { withoutNats } from '../../harness/servers.js'
import { publishBare } from '../baselines/publish-bare.js'
import { compared, inTurn, type Row, startNats } from '../harness/bench.js'
import { fillLog } from '../harness/fill-log.js'

/** as many as the relay has on their way at once */
const WINDOW = 1_024

// The relay catching up with a log in PostgreSQL, its place saved as it goes, against a bare loop that publishes the
// same bytes, read and encoded beforehand. Every run has a NATS server of its own, which remembers no event's id.
export const relay: Row = async (bench) => {
  const missing = withoutNats()
  if (missing !== undefined) {
    bench.note(`relay left out: ${missing}`)
    return []
  }
  const url = await bench.database('bench_relay')
  const pool = openPool({ url, max: 4, name: 'bench' })
  await migrateEventStore(pool)
  await migrateBroker(pool)
  const store = await openPostgresEventStore({ url })
  const count = await fillLog(bench, store)
  const rates = await inTurn(
    { rounds: bench.rounds, warmUp: false },
    {
      baseline: async () => count / (await publishBare(store, WINDOW)),
      ours: async () => count / (await catchUp(store, pool)),
    },
  )
  await store.close()
  await pool.end()
  const what = `relay catching up, ${count.toLocaleString('en')} events`
  return [compared({ what, unit: 'events/s', ...rates, goal: { at: 'least', value: 0.6 } })]
}

/** Seconds until every event is stored by NATS and the place at the end of the log is saved. */
async function catchUp(store: EventStore, pool: Pool): Promise<number> {
  const nats = await startNats()
  const broker = openNatsBroker({ servers: [nats.url], name: 'bench' })
  await ready(broker)
  await pool.query('delete from broker.checkpoints')
  const [head, kept, stopping] = [await store.head(), brokerCheckpoints(pool), new AbortController()]
  const checkpoints: Checkpoints = {
    load: kept.load,
    async save(name, checkpoint, known) {
      await kept.save(name, checkpoint, known)
      if (checkpoint.position === head) stopping.abort()
    },
  }
  const began = performance.now()
  await startRelay({ store, publisher: broker, checkpoints, signal: stopping.signal, window: WINDOW })
  const seconds = (performance.now() - began) / 1000
  await broker.close()
  await nats.stop()
  return seconds
}

async function ready(broker: { check(): Promise<void> }): Promise<void> {
  const isReady = (): Promise<boolean> =>
    broker.check().then(
      () => true,
      () => false,
    )
  while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 10))
}
