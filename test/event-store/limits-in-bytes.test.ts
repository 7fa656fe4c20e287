import { commandHandler, type HistoriesLimits } from '@ecmr/application'
import t from 'tap'
import { newEvent, newStream } from '../contract/event-store/events.js'
import { MemoryEventStore } from '../support/memory-event-store.js'
import { accepted, editNotes, request } from './commands.js'
import { logDatabase } from './support.js'

/** A log that counts how often a stream is read. */
class CountingStore extends MemoryEventStore {
  reads = 0

  override async readStream(...asked: Parameters<MemoryEventStore['readStream']>) {
    this.reads++
    return super.readStream(...asked)
  }
}

/** How many streams are read when each of some notes, made with remarks of a length, is changed once more. */
async function readsOfChanges(remember: HistoriesLimits, notes: number, length: number): Promise<number> {
  const store = new CountingStore()
  const { handle } = commandHandler({ store, remember })
  const made = []
  for (let n = 0; n < notes; n++) {
    const { id } = accepted(await handle(request())).note
    accepted(await handle(request({ id, commands: [editNotes('x'.repeat(length))] })))
    made.push(id)
  }
  store.reads = 0
  for (const id of made.reverse()) accepted(await handle(request({ id, commands: [editNotes('changed')] })))
  return store.reads
}

t.test('notes are remembered as long as there is room for them, in number and in bytes', async (t) => {
  const room = { histories: 100, bytes: 1e9, bytesOfOne: 1e9 }
  t.equal(await readsOfChanges(room, 10, 1_000), 0)
  t.equal(await readsOfChanges({ ...room, histories: 4 }, 10, 1_000), 6)
  const read = await readsOfChanges({ ...room, bytes: 10_000 }, 10, 1_500)
  t.ok(read >= 4 && read <= 8, `${read} of 10 are read, since some 4 fit into 10,000 bytes`)
})

t.test('a large note is not remembered at all', async (t) => {
  const limits = { histories: 100, bytes: 1e9, bytesOfOne: 1_500 }
  t.equal(await readsOfChanges(limits, 5, 10), 0)
  t.equal(await readsOfChanges(limits, 5, 1_800), 5)
})

t.test('appends that wait for a log that does not move are refused beyond some megabytes', async (t) => {
  const { pool, open } = await logDatabase(t)
  const store = await open({ timeoutMs: 60_000 })
  const blocker = await pool.connect()
  await blocker.query(`begin; select pg_advisory_xact_lock(hashtextextended('ecmr:log', 0))`)
  const data = { text: 'x'.repeat(1_000_000) }
  const appends = Array.from({ length: 90 }, () =>
    store.append(newStream(), 'no_stream', [newEvent({ data })]).then(
      () => undefined,
      (error: unknown) => error,
    ),
  )
  const first = await Promise.race(appends)
  t.match(first, { name: 'StoreUnavailable', message: /^too many appends wait: \d+ with \d+ bytes$/ })
  await blocker.query('commit')
  blocker.release()
  const refused = (await Promise.all(appends)).filter((error) => error !== undefined)
  t.ok(refused.length > 10 && refused.length < 40, `${refused.length} of ${appends.length} are refused`)
})
