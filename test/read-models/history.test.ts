import { createHash } from 'node:crypto'
import { rebuildProjections } from '@ecmr/projections'
import {
  begunNotes,
  companyChanges,
  companyTrail,
  dueNotes,
  historyProjection,
  migrateReadModels,
  noteDetails,
  noteHistory,
  notesPerDay,
  notesWithoutHistory,
  seenNoteById,
  type TrailPlace,
  type TrailQuery,
} from '@ecmr/read-models'
import type { Pool } from 'pg'
import t from 'tap'
import { acme, rival } from './notes.js'
import { runningScene, scene } from './running.js'

const none = { entries: [], hasMore: false }

t.test('a note’s history tells who did what, when, with old and new values', async (t) => {
  const { writer, pool, caughtUp } = await runningScene(t)
  const { id, number } = await writer.create()
  await writer.send(id, [{ type: 'edit', changes: { sender_city: 'Jerez', reference: 'PO-1' } }])
  await writer.send(id, [{ type: 'change_status', to: 'delivered', reason: 'Receiver’s office was closed' }])
  await caughtUp()

  const { entries, total } = await noteHistory(pool, acme, id, { after: 0, limit: 100 })
  t.equal(total, entries.length)
  t.same(
    entries.map(({ version }) => version),
    entries.map((_, i) => i + 1),
  )
  t.match(entries[0], {
    type: 'EcmrCreated',
    ecmr_id: id,
    ecmr_number: number,
    reason: null,
    inferred: false,
    prev_hash: null,
  })
  t.match(
    entries[0]?.changes.find(({ field }) => field === 'sender_city'),
    { old: null, new: 'Cádiz' },
    'creation gives each field its first value',
  )
  t.match(entries[1], {
    type: 'EcmrEdited',
    actor: { kind: 'api_key', id: 'k1', name: 'ERP' },
    recorded_at: /^2026-10-01T/,
    changes: [
      { field: 'sender_city', old: 'Cádiz', new: 'Jerez' },
      { field: 'reference', old: null, new: 'PO-1' },
    ],
  })
  t.equal(entries[1]?.actor.company_id, acme, 'for whom they acted')
  t.ok(
    entries.some(({ inferred }) => inferred),
    'what was inferred is marked',
  )
  t.equal(entries[1]?.prev_hash, entries[0]?.hash)
  const second = await noteHistory(pool, acme, id, { after: 2, limit: 2 })
  t.same(second.entries, entries.slice(2, 4))
})

t.test('of a drawn signature the history shows the hash, and the record keeps the image', async (t) => {
  const { writer, pool, caughtUp } = await runningScene(t)
  const { id } = await writer.create()
  const signature_image = 'data:image/png;base64,aGVsbG8='
  await writer.send(id, [
    { type: 'sign', signature: { role: 'sender', signer_name: 'Ana', method: 'drawn', signature_image } },
  ])
  await caughtUp()
  const { entries } = await noteHistory(pool, acme, id, { after: 0, limit: 10 })
  const hash = createHash('sha256').update(signature_image).digest('hex')
  t.match(entries[1]?.data, { signer_name: 'Ana', signature_image_sha256: hash })
  t.notMatch(JSON.stringify(entries), 'base64')
  t.equal((await noteDetails(pool, acme, id))?.signatures[0]?.signature_image, signature_image)
})

t.test('details fold the history, now or as of an instant', async (t) => {
  const { writer, pool, caughtUp } = await runningScene(t)
  const { id } = await writer.create({ at: '2026-10-01T08:00:00.000Z' })
  await writer.send(id, [{ type: 'edit', changes: { sender_city: 'Jerez' } }], '2026-10-02T08:00:00.000Z')
  await caughtUp()
  t.match(await noteDetails(pool, acme, id), { version: 2, fields: { sender_city: 'Jerez' } })
  t.match(await noteDetails(pool, acme, id, { asOf: '2026-10-02T07:59:59.999Z' }), {
    version: 1,
    fields: { sender_city: 'Cádiz' },
  })
  t.equal(await noteDetails(pool, acme, id, { asOf: '2026-10-01T07:00:00.000Z' }), undefined)
})

t.test('the change feed walks all notes of one company in the order of the log', async (t) => {
  const { writer, pool, store, caughtUp } = await runningScene(t)
  const first = await writer.create()
  const second = await writer.create()
  await writer.create({ company: rival })
  for (const { id } of [first, second]) await writer.send(id, [{ type: 'change_status', to: 'assigned' }])
  await caughtUp()
  const { entries: all } = await companyChanges(pool, acme, { after: '', limit: 100 })
  t.same(
    all.map(({ ecmr_id, type }) => [ecmr_id, type]),
    [
      [first.id, 'EcmrCreated'],
      [second.id, 'EcmrCreated'],
      [first.id, 'CarrierAssigned'],
      [second.id, 'CarrierAssigned'],
    ],
  )
  const { entries: rest } = await companyChanges(pool, acme, { after: all[1]?.position ?? '', limit: 1 })
  t.same(rest, all.slice(2, 3))
  t.same(await companyChanges(pool, acme, { after: await store.head(), limit: 10 }), none)
})

t.test('another company’s history is as if it were not', async (t) => {
  const { writer, pool, caughtUp } = await runningScene(t)
  const { id } = await writer.create()
  await caughtUp()
  t.match(await noteHistory(pool, rival, id, { after: 0, limit: 10 }), { entries: [], total: 0 })
  t.match(await noteHistory(pool, acme, 'no-uuid', { after: 0, limit: 10 }), { entries: [], total: 0 })
  t.same(await companyChanges(pool, rival, { after: '', limit: 10 }), none)
  t.equal(await noteDetails(pool, rival, id), undefined)
  t.equal(await noteDetails(pool, acme, 'no-uuid'), undefined)
})

const types = async (pool: Pool, query: TrailQuery) =>
  (await companyTrail(pool, acme, query)).events.map(({ type }) => type)

t.test('a company’s trail is read page by page, newest first', async (t) => {
  const { writer, pool, caughtUp } = await runningScene(t)
  const { id } = await writer.create({ at: '2026-11-01T08:00:00.000Z' })
  await writer.create({ company: rival, at: '2026-11-01T08:00:00.000Z' })
  await writer.send(id, [{ type: 'edit', changes: { sender_city: 'Jerez' } }], '2026-11-02T08:00:00.000Z')
  // of one command, at one instant
  await writer.send(id, [{ type: 'change_status', to: 'in_transit' }], '2026-11-03T08:00:00.000Z')
  await caughtUp()
  const expected = ['GoodsTakenOver', 'CarrierAssigned', 'EcmrEdited', 'EcmrCreated']
  t.same(await types(pool, { limit: 10 }), expected)

  const walked: string[] = []
  let before: TrailPlace | undefined
  do {
    const page = await companyTrail(pool, acme, { limit: 1, ...(before && { before }) })
    walked.push(...page.events.map(({ type }) => type))
    before = page.next ?? undefined
  } while (before)
  t.same(walked, expected, 'nothing twice, nothing left out')

  const since = new Date('2026-11-02T00:00:00Z')
  t.same(await types(pool, { limit: 10, since, until: new Date('2026-11-03T00:00:00Z') }), ['EcmrEdited'])
  t.same(await types(pool, { limit: 10, actor: { name: 'eRp', ids: [] } }), expected)
  const foreign = { name: 'unknown', ids: ['k2'] }
  t.match(await companyTrail(pool, acme, { limit: 10, actor: foreign }), { events: [], next: null })
  t.same(await types(pool, { limit: 10, actor: { ...foreign, ids: ['k1'] } }), expected)
})

t.test('where each note ends is known by both read models, and whose it is', async (t) => {
  const { writer, pool, caughtUp } = await runningScene(t)
  const first = await writer.create()
  const second = await writer.create()
  await writer.create({ company: rival })
  await writer.send(first.id, [{ type: 'change_status', to: 'in_transit' }])
  await caughtUp()
  const [one, two, ...none] = await begunNotes(pool, acme, { after: '', limit: 10 })
  t.same(none, [])
  t.match(one, {
    ecmr_id: first.id,
    ecmr_number: first.number,
    history: { revision: 2, hash: /^[0-9a-f]{64}$/ },
    list: { revision: 2 },
  })
  t.match(two, { ecmr_id: second.id, history: { revision: 0 } })
  t.match(await begunNotes(pool, acme, { after: one?.begins ?? '', limit: 10 }), [{ ecmr_id: second.id }])
  t.match(await seenNoteById(pool, acme, second.id), { ecmr_id: second.id, list: { revision: 0 } })
  t.equal(await seenNoteById(pool, rival, second.id), undefined)
  t.equal(await seenNoteById(pool, acme, 'no-uuid'), undefined)
})

t.test('a note that has lost its history is found in the list', async (t) => {
  const { writer, pool, caughtUp } = await runningScene(t)
  for (let note = 0; note < 3; note++) await writer.create()
  const lost = await writer.create()
  await writer.create({ company: rival })
  await caughtUp()
  await pool.query('delete from rm_history.events where ecmr_id = $1', [lost.id])
  const found: string[] = []
  let after: Parameters<typeof notesWithoutHistory>[2]['after'] = null
  do {
    const page: Awaited<ReturnType<typeof notesWithoutHistory>> = await notesWithoutHistory(pool, acme, {
      after,
      looks: 2,
    })
    found.push(...page.notes.map(({ ecmr_id, list }) => `${ecmr_id} ${list?.revision}`))
    after = page.next
  } while (after)
  t.same(found, [`${lost.id} 0`])
})

const indexes = async (pool: Pool): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ indexname: string }>(
    `select indexname from pg_indexes where schemaname = 'rm_history' order by indexname`,
  )
  return rows.map(({ indexname }) => indexname)
}

t.test(
  'a history from before the indexes by time gets them, and one that is made anew has them',
  async (t) => {
    const { pool, url, store } = await scene(t)
    const all = [
      'events_deliveries',
      'events_erasures',
      'events_feed',
      'events_pkey',
      'events_time',
      'usage_pkey',
    ]
    t.same(await indexes(pool), all)
    await pool.query(`drop index rm_history.events_time, rm_history.events_deliveries;
    drop table rm_history.usage, projections.lag;
    alter table rm_history.events drop column bytes;
    delete from projections.kysely_migration where name >= '0002-history-by-time'`)
    await migrateReadModels(pool)
    t.same(await indexes(pool), all)
    await rebuildProjections({ pool, url, store, projections: [historyProjection] })
    t.same(await indexes(pool), all)
  },
)

t.test('what is due: pickups and deliveries that are late, and those of today', async (t) => {
  const { writer, pool, caughtUp } = await runningScene(t)
  const note = async (pickup_date: string, delivery_date: string, to?: 'in_transit' | 'delivered') => {
    const { id } = await writer.create({ fields: { pickup_date, delivery_date } })
    if (to) await writer.send(id, [{ type: 'change_status', to, reason: 'Almacén cerrado' }])
    return id
  }
  const later = await note('2026-11-20', '2026-11-25')
  const latest = await note('2026-11-02', '2026-11-25')
  const pickup = await note('2026-11-21', '2026-11-25')
  const lateDelivery = await note('2026-11-18', '2026-11-20', 'in_transit')
  const delivery = await note('2026-11-20', '2026-11-21', 'in_transit')
  await note('2026-11-22', '2026-11-25')
  await note('2026-11-18', '2026-11-22', 'in_transit')
  await note('2026-11-18', '2026-11-20', 'delivered')
  await writer.send(await note('2026-11-01', '2026-11-02'), [{ type: 'cancel', reason: 'Anulado' }])
  await writer.create({ company: rival, fields: { pickup_date: '2026-11-01' } })
  await caughtUp()

  const due = await dueNotes(pool, acme, '2026-11-21', { most: 5 })
  const ids = ({ items }: { readonly items: readonly { readonly id: string }[] }) => items.map(({ id }) => id)
  t.same(ids(due.latePickups), [latest, later], 'longest overdue first')
  t.same(ids(due.pickupsToday), [pickup])
  t.same(ids(due.lateDeliveries), [lateDelivery])
  t.same(ids(due.deliveriesToday), [delivery])
  const one = await dueNotes(pool, acme, '2026-11-21', { most: 1 })
  t.same([ids(one.latePickups), one.latePickups.total], [[latest], 2], 'a few, and how many there are')
})

t.test('notes per day begin and end with the company’s day, and days without any are there', async (t) => {
  const { writer, pool, caughtUp } = await runningScene(t)
  // half past midnight in Madrid, half an hour before midnight in London
  const { id } = await writer.create({ at: '2026-11-19T23:30:00.000Z' })
  const delivered = { type: 'change_status', to: 'delivered', reason: 'Almacén cerrado' } as const
  await writer.send(id, [delivered], '2026-11-21T10:00:00.000Z')
  await writer.create({ company: rival, at: '2026-11-20T10:00:00.000Z' })
  await caughtUp()
  const days = (timeZone: string) => notesPerDay(pool, acme, { lastDay: '2026-11-21', days: 3, timeZone })
  t.same(await days('Europe/Madrid'), [
    { day: '2026-11-19', created: 0, delivered: 0 },
    { day: '2026-11-20', created: 1, delivered: 0 },
    { day: '2026-11-21', created: 0, delivered: 1 },
  ])
  t.match((await days('Europe/London'))[0], { day: '2026-11-19', created: 1 })
})
