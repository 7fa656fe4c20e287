import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { migrateAccounts } from '@ecmr/accounts'
import { migrateBroker } from '@ecmr/broker'
import { type EventStore, migrateEventStore, openPostgresEventStore } from '@ecmr/event-store'
import { openPool } from '@ecmr/postgres'
import { migrateWebhooks } from '@ecmr/webhooks'
import { withoutNats } from '../../harness/servers.js'
import { type Carrier, carryByNats, carryInProcess, type World } from '../harness/accounts.js'
import { nextTurn } from '../compare/turns.js'
import { atMost, type Bench, type Line, type Row } from '../harness/bench.js'
import { noteEvent } from '../harness/notes.js'
import { type Latencies, latencies, median, percentile } from '../harness/numbers.js'
import { notifyCustomer } from '../harness/sending.js'

const PER_SECOND = 200

// How long after an event is recorded the notifier has written its deliveries, and the customer has received it: over
// a relay in a process of its own and NATS, and over the broker of the embedded mode.
export const notification: Row = async (bench) => {
  const missing = withoutNats()
  if (missing !== undefined) bench.note(`notification over NATS left out: ${missing}`)
  const overNats = missing === undefined ? await measure(bench, 'NATS', carryByNats) : []
  return [...overNats, ...(await measure(bench, 'the in-process broker', carryInProcess))]
}

async function measure(
  bench: Bench,
  way: string,
  carry: (world: World) => Promise<Carrier>,
): Promise<readonly Line[]> {
  const url = await bench.database('bench_notification')
  const pool = openPool({ url, max: 12, name: 'bench' })
  for (const createTables of [migrateEventStore, migrateBroker, migrateAccounts, migrateWebhooks])
    await createTables(pool)
  const store = await openPostgresEventStore({ url })
  const carrier = await carry({ url, pool, store })
  const times = latencies()
  const notifier = await notifyCustomer({ url, pool, store }, carrier.broker, times)
  const planned: (readonly number[])[] = []
  const received: (readonly number[])[] = []
  for (let round = 0; round <= bench.rounds; round++) {
    await nextTurn()
    await record(store, bench.seconds, times)
    const [toNotifier, toCustomer] = [await times.until('notifier'), await times.until('customer')]
    times.clear()
    if (round === 0) continue
    planned.push(toNotifier)
    received.push(toCustomer)
  }
  await notifier.stop()
  await carrier.stop()
  await store.close()
  await pool.end()
  return [...lines(`append → ${way} → notifier`, planned), ...lines(`append → ${way} → customer`, received)]
}

/** Records an event every few milliseconds, however long each takes. */
async function record(store: EventStore, seconds: number, times: Latencies): Promise<void> {
  const began = performance.now()
  const appends: Promise<void>[] = []
  for (let count = 0; count < PER_SECOND * seconds; count++) {
    const due = began + (count * 1_000) / PER_SECOND
    if (due > performance.now()) await delay(due - performance.now())
    appends.push(append(store, times))
  }
  await Promise.all(appends)
}

async function append(store: EventStore, times: Latencies): Promise<void> {
  const id = randomUUID()
  const event = noteEvent(id)
  await store.append(`ecmr-${id}`, 'no_stream', [event])
  times.begin(event.id)
}

function lines(what: string, rounds: readonly (readonly number[])[]): readonly Line[] {
  const line = (name: string, share: number, most: number): Line =>
    atMost(most, {
      what: `${what}, ${name}, ${PER_SECOND} events/s`,
      unit: 'ms',
      ours: median(rounds.map((values) => percentile(values, share))),
    })
  return [line('p50', 0.5, 4), line('p99', 0.99, 40)]
}
