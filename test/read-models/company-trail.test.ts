import { rebuildProjections } from '@ecmr/projections'
import {
  begunNotes,
  companyTrail,
  historyProjection,
  migrateReadModels,
  notesWithoutHistory,
  seenNoteById,
  type TrailPlace,
  type TrailQuery,
} from '@ecmr/read-models'
import type { Pool } from 'pg'
import t from 'tap'
import { acme, rival } from './notes.js'
import { scene } from './running.js'

const types = async (pool: Pool, query: TrailQuery) =>
  (await companyTrail(pool, acme, query)).events.map(({ type }) => type)

t.test('a company’s trail is read page by page, newest first', async (t) => {
  const { writer, pool, run, caughtUp } = await scene(t)
  run()
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
  t.same(await types(pool, { limit: 10, actor: 'eRp' }), expected)
  t.match(await companyTrail(pool, acme, { limit: 10, actor: 'nobody' }), { events: [], next: null })
})

t.test('where each note ends is known by both read models, and whose it is', async (t) => {
  const { writer, pool, run, caughtUp } = await scene(t)
  run()
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
  const { writer, pool, run, caughtUp } = await scene(t)
  run()
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
    const all = ['events_deliveries', 'events_feed', 'events_pkey', 'events_time', 'usage_pkey']
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
