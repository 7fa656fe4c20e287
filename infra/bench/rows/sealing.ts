import { randomUUID } from 'node:crypto'
import { type EventStore, migrateEventStore, openPostgresEventStore, sealEvent } from '@ecmr/event-store'
import { keyWrap, type Keyring, migratePersonalData, openKeyring, sealData } from '@ecmr/personal-data'
import { openPool } from '@ecmr/postgres'
import { atMost, inTurn, type Row } from '../harness/bench.js'
import { noteEvent } from '../harness/notes.js'
import { median, rate } from '../harness/numbers.js'
import { createsPerSecond } from './creates.js'

const CALLERS = 64

// What sealing the personal values of a new note adds: hashing and appending its first event with them sealed and their key
// kept, less the same in clear, as a share of the time that a create takes in all. Two cores are busy in either case.
export const sealing: Row = async (bench) => {
  const database = await bench.database('bench_creates_sealed')
  const service = await bench.service(database)
  const customer = { url: service.url, key: await bench.key(database, 'Bench') }
  await createsPerSecond(bench, customer)
  const creates = await createsPerSecond(bench, customer)
  await service.stop()

  const url = await bench.database('bench_sealing')
  const pool = openPool({ url, max: 16, name: 'bench' })
  await migrateEventStore(pool)
  await migratePersonalData(pool)
  const store = await openPostgresEventStore({ url })
  const keys = openKeyring({ pool, wrap: keyWrap('a secret key of the bench') })
  const rates = await inTurn(bench, {
    baseline: () => rate(CALLERS, bench.seconds, () => append(store)),
    ours: () => rate(CALLERS, bench.seconds, () => append(store, keys)),
  })
  await store.close()
  await pool.end()
  const [sealed, clear] = [median(rates.ours), median(rates.baseline)]
  const added = 1e6 / sealed - 1e6 / clear
  bench.note(
    `sealing: ${added.toFixed(0)} µs more than ${(1e6 / clear).toFixed(0)} µs for an append in clear`,
  )
  const share = Math.round((added / (1e6 / creates)) * 1_000) / 10
  return [atMost(5, { what: 'sealing, of the time that a create takes', unit: '%', ours: share })]
}

async function append(store: EventStore, keys?: Keyring): Promise<void> {
  const id = randomUUID()
  const stream = `ecmr-${id}`
  const { metadata, ...event } = noteEvent(id)
  const { hash: _, ...unsealed } = metadata
  const data = keys
    ? sealData(
        event.type,
        event.data,
        { stream, revision: 0 },
        await keys.ensure(id, ['parties'], { isNew: true }),
      )
    : event.data
  const sealed = sealEvent(stream, 0, { ...event, data, metadata: unsealed })
  const result = await store.append(stream, 'no_stream', [sealed])
  if (!result.ok) throw new Error('a new stream was refused')
}
