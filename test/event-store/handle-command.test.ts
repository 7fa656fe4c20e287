import { randomUUID } from 'node:crypto'
import { appendCompanyEvents, type HistoriesLimits, loadNote, type NewCompanyEvent } from '@ecmr/application'
import { OutcomeUnknown, START, verifyLog } from '@ecmr/event-store'
import { openedStore } from '@ecmr/personal-data'
import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { ids, newEvent, newStream } from '../contract/event-store/events.js'
import { handlingCommands } from '../contract/event-store/handling-commands.js'
import { MemoryEventStore } from '../support/memory-event-store.js'
import { testHandler, testKeys } from '../support/memory-keys.js'
import { accepted, actor, editNotes, request, withAppend } from './commands.js'
import { newLog } from './eventstoredb-log.js'
import { logDatabase, newPostgresLog } from './support.js'

t.test('commands on a log in PostgreSQL', (t) => handlingCommands(t, newPostgresLog))

t.test('commands on a log in EventStoreDB', (t) => handlingCommands(t, (t) => newLog(t)))

t.test('a note is loaded as it is, as it was at an instant, and as it was at a revision', async (t) => {
  const { open } = await logDatabase(t)
  const store = await open()
  let now = '2026-11-03T08:00:00.000Z'
  const { handle } = testHandler({ store, clock: () => new Date(now) })
  const asked = request({ isNew: true })
  await handle(asked)
  for (const hour of ['09', '10']) {
    now = `2026-11-03T${hour}:00:00.000Z`
    await handle(request({ id: asked.id, commands: [editNotes(`written at ${hour}`)] }))
  }
  const notes = async (options?: { asOf?: string; upToRevision?: number }) => {
    const found = await loadNote(openedStore(store, testKeys), asked.id, options)
    return found && [found.note.version, found.events.length, found.note.fields.notes]
  }

  t.strictSame(await notes(), [3, 3, 'written at 10'])
  t.strictSame(await notes({ asOf: '2026-11-03T09:59:59.999Z' }), [2, 2, 'written at 09'])
  t.strictSame(await notes({ asOf: '2026-11-03T10:00:00.000Z' }), [3, 3, 'written at 10'])
  t.strictSame(await notes({ upToRevision: 0 }), [1, 1, undefined])
  t.equal(await notes({ asOf: '2026-11-03T07:59:59.999Z' }), null, 'it did not exist yet')
  t.equal(await loadNote(store, uuidv7()), null)
})

/** A log that counts how often a stream is read. */
class CountingStore extends MemoryEventStore {
  reads = 0

  override async readStream(...asked: Parameters<MemoryEventStore['readStream']>) {
    this.reads++
    return super.readStream(...asked)
  }
}

t.test('an append that succeeds is not read back, whichever try of it did', async (t) => {
  const store = new CountingStore()
  let lost = 0
  const lossy = withAppend(store, async (...append) => {
    const result = await store.append(...append)
    if (lost-- > 0) throw new OutcomeUnknown('the connection was lost')
    return result
  })
  const { handle } = testHandler({ store: lossy })
  const created = accepted(await handle(request({ isNew: true })))
  const { id } = created.note
  const answers = [created]
  for (let version = 2; version < 4; version++) {
    lost = version - 1
    const edited = accepted(await handle(request({ id, commands: [editNotes(`${version}`)] })))
    t.match(edited, { replayed: false, note: { version } })
    answers.push(edited)
  }
  t.equal(store.reads, 0)
  t.strictSame(
    await openedStore(store, testKeys).readStream(`ecmr-${id}`),
    answers.flatMap(({ events }) => events),
  )
  t.match(await verifyLog({ store }), { ok: true })
})

/** How many streams are read when each of some notes, made with remarks of a length, is changed once more. */
async function readsOfChanges(remember: HistoriesLimits, notes: number, length: number): Promise<number> {
  const store = new CountingStore()
  const { handle } = testHandler({ store, remember })
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

function event(at = '2026-11-03T08:00:00.000Z'): NewCompanyEvent {
  return {
    id: randomUUID(),
    type: 'ApiKeyCreated',
    at,
    data: { key_id: 'key-2' },
    actor,
    commandId: randomUUID(),
    correlationId: 'correlation-1',
  }
}

t.test('the audit trail of a company', async (t) => {
  const { open } = await logDatabase(t)
  const [store, elsewhere] = [await open(), await open()]

  await t.test('events sent again, alone or among new ones, stand there once', async (t) => {
    const events = [event(), event(), event()] as const
    const first = await appendCompanyEvents(store, 'a', events.slice(0, 2))
    t.equal(await appendCompanyEvents(store, 'a', events.slice(0, 2)), first)
    await appendCompanyEvents(elsewhere, 'a', [events[1], events[2]])
    t.strictSame(
      (await store.readStream('company-a')).map(({ id }) => id),
      events.map(({ id }) => id),
    )
  })

  await t.test('several processes append at once and lose nothing', async (t) => {
    const events = Array.from({ length: 6 }, () => event())
    await Promise.all(events.map((one, n) => appendCompanyEvents(n % 2 ? store : elsewhere, 'b', [one])))
    const wanted = new Set(events.map(({ id }) => id))
    t.strictSame(new Set(ids(await store.readStream('company-b'))), wanted)
  })

  await t.test('times never decrease', async (t) => {
    await appendCompanyEvents(store, 'c', [
      event('2026-11-03T09:00:00.000Z'),
      event('2026-11-03T08:00:00.000Z'),
    ])
    await appendCompanyEvents(store, 'c', [event('2026-11-03T07:00:00.000Z')])
    const times = (await store.readStream('company-c')).map(({ metadata }) => metadata.recorded_at)
    t.strictSame(new Set(times), new Set(['2026-11-03T09:00:00.000Z']))
  })

  await t.test('no events need no stream', async (t) => {
    t.equal(await appendCompanyEvents(store, 'd', []), START)
    t.strictSame(await store.readStream('company-d'), [])
  })

  t.match(await verifyLog({ store }), { ok: true })
})
