import { hasSigned, type Note, replay, roles, type Status, statuses } from '@ecmr/domain'
import { rebuildProjections } from '@ecmr/projections'
import {
  countByStatusAsOf,
  type ListQuery,
  listNotes,
  migrateReadModels,
  notAnsweredAsOf,
  readCursor,
  projections,
  type Sort,
} from '@ecmr/read-models'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import { erase } from '../domain/asks.js'
import { anyCommand } from './any-command.js'
import { acme, rival } from './notes.js'
import { equalsReplay, runningScene, type Scene, scene } from './running.js'

/** The company's notes as the domain folds them from the log, all events until an instant. */
async function foldedUntil({ store }: Pick<Scene, 'store'>, asOf: string): Promise<readonly Note[]> {
  const events = await store.readAll({ after: '', limit: 100_000 })
  const until = events.filter(({ metadata }) => metadata.recorded_at <= asOf)
  const streams = [...new Set(until.map(({ stream }) => stream))]
  const notes = streams.flatMap(
    (stream) => replay(until.filter((event) => event.stream === stream)).note ?? [],
  )
  return notes.filter(({ company_id }) => company_id === acme)
}

type Filter = Omit<ListQuery, 'limit'>

const filters: readonly Filter[] = [
  {},
  ...statuses.map((status) => ({ status })),
  { includeCancelled: true, sort: 'created_at' },
  { pickupFrom: '2026-10-04', sort: 'pickup_date' },
  { status: 'cancelled' },
  { status: ['cancelled', 'draft'], includeCancelled: true },
  { status: ['assigned', 'in_transit', 'incident'], sort: 'created_at' },
  { createdFrom: '2026-10-01T08:00:05.000Z', createdTo: '2026-10-01T08:00:30.000Z', includeCancelled: true },
  { pickupTo: '2026-10-05', status: 'draft', sort: '-ecmr_number' },
  { pickupFrom: '2026-10-03', pickupTo: '2026-10-06', includeCancelled: true, sort: '-pickup_date' },
]

function expected(notes: readonly Note[], filter: Filter) {
  const { status = [], pickupFrom = '', pickupTo = '9', includeCancelled, sort = '-created_at' } = filter
  const { createdFrom = '', createdTo = '9' } = filter
  const asked = [status].flat()
  const stands = ({ status: at, cancelled_at }: Note): boolean =>
    cancelled_at !== undefined && asked.includes('cancelled')
      ? true
      : (includeCancelled || cancelled_at === undefined) && (asked.length === 0 || asked.includes(at))
  const found = notes.filter(
    (note) =>
      stands(note) &&
      note.created_at >= createdFrom &&
      note.created_at < createdTo &&
      note.fields.pickup_date >= pickupFrom &&
      note.fields.pickup_date <= pickupTo,
  )
  const key = (note: Note): string => `${sortValue(note, sort)} ${note.id}`
  const sorted = found.toSorted((one, other) => (key(one) < key(other) ? -1 : 1))
  return (sort.startsWith('-') ? sorted.toReversed() : sorted).map(shownOf)
}

function sortValue({ created_at, fields, ecmr_number }: Note, sort: Sort): string {
  if (sort.endsWith('pickup_date')) return fields.pickup_date
  return sort.endsWith('ecmr_number') ? ecmr_number : created_at
}

const shownOf = (note: Note) => ({
  id: note.id,
  status: note.status,
  version: note.version,
  updated_at: note.updated_at,
  cancelled_at: note.cancelled_at,
  pickup_date: note.fields.pickup_date,
  signed_by: rolesOf(note.signatures.filter(({ covers_current_version }) => covers_current_version)),
  outdated_signatures: roles.filter(
    (role) => rolesOf(note.signatures).includes(role) && !hasSigned(note, role),
  ),
})

const rolesOf = (signatures: Note['signatures']) => [...new Set(signatures.map(({ role }) => role))]

async function listed({ pool }: Scene, query: ListQuery) {
  const { items, total } = await listNotes(pool, acme, query)
  const shown = items.map(
    ({
      id,
      status,
      version,
      updated_at,
      cancelled_at,
      pickup_date,
      signed_by,
      outdated_signatures = [],
    }) => ({
      ...{ id, status, version, updated_at, cancelled_at, pickup_date, signed_by },
      outdated_signatures: roles.filter((role) => outdated_signatures.includes(role)),
    }),
  )
  return { shown, total }
}

async function equalsFold(t: Test, at: Scene, asOf: string): Promise<void> {
  const notes = await foldedUntil(at, asOf)
  for (const filter of filters) {
    const should = expected(notes, filter)
    const { shown, total } = await listed(at, { limit: 100, asOf, ...filter })
    t.same(shown, should, `${asOf} ${JSON.stringify(filter)}`)
    t.equal(total, should.length)
  }
  const counted = await countByStatusAsOf(at.pool, acme, asOf)
  const present = notes.filter(({ cancelled_at }) => cancelled_at === undefined)
  const of = (status: Status) => present.filter((note) => note.status === status).length
  t.same(counted, {
    total: present.length,
    cancelled: notes.length - present.length,
    byStatus: Object.fromEntries(statuses.map((status) => [status, of(status)])),
  })
}

const shifted = (instant: string, ms: number): string => new Date(Date.parse(instant) + ms).toISOString()

/** At each event, just before and after some, before all of them and in the future. */
async function instantsOf({ store }: Scene): Promise<readonly string[]> {
  const events = await store.readAll({ after: '', limit: 100_000 })
  const all = [...new Set(events.map(({ metadata }) => metadata.recorded_at))].sort()
  const around = all.slice(-2).flatMap((instant) => [shifted(instant, -1), shifted(instant, 1)])
  return ['1970-01-01T00:00:00.000Z', ...all, ...around, '9999-12-31T23:59:59.999Z']
}

t.test('as of each event the list and the figures are the fold of all events until then', async (t) => {
  const at = await runningScene(t)
  const notes: string[] = []
  let now = Date.parse('2026-10-01T08:00:00.000Z')
  const step = fc.record({
    note: fc.nat({ max: 9 }),
    command: anyCommand,
    pause: fc.constantFrom(0, 0, 1_000),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      for (const { note, command, pause } of steps) {
        now += pause
        const moment = new Date(now).toISOString()
        const company = note % 4 === 0 ? rival : acme
        const id = notes[note] ?? (await at.writer.create({ company, at: moment })).id
        if (!notes.includes(id)) notes.push(id)
        await at.writer.trySend(id, [command], moment)
      }
    }),
    { numRuns: 6, endOnFailure: true },
  )
  await at.caughtUp()
  const instants = await instantsOf(at)
  for (const instant of instants) await equalsFold(t, at, instant)
  await equalsReplay(t, at)
  await rebuildProjections({ ...at, projections })
  for (const instant of instants) await equalsFold(t, at, instant)
})

t.test('pages and cursors of a past list lead through all of it once', async (t) => {
  const at = await runningScene(t)
  const ids: string[] = []
  for (let i = 0; i < 23; i++) ids.push((await at.writer.create()).id)
  const asOf = (await at.store.readAll({ after: '', limit: 100 })).at(-1)?.metadata.recorded_at ?? ''
  for (const id of ids) await at.writer.send(id, [{ type: 'change_status', to: 'assigned' }])
  await at.writer.create()
  await at.caughtUp()
  const walked: string[] = []
  const paged: string[] = []
  for (let query: ListQuery = { limit: 5, asOf, status: 'draft' }; ; ) {
    const page = await listNotes(at.pool, acme, query)
    t.equal(page.total, 23)
    walked.push(...page.items.map(({ id }) => id))
    if (page.nextCursor === null) break
    const cursor = readCursor(page.nextCursor, acme, query)
    if (typeof cursor === 'string') throw new Error(cursor)
    query = { ...query, cursor }
  }
  for (const page of [1, 2, 3, 4, 5])
    paged.push(...(await listNotes(at.pool, acme, { limit: 5, asOf, page })).items.map(({ id }) => id))
  t.same(walked, ids.toReversed())
  t.same(paged, walked)
  t.match(await listNotes(at.pool, rival, { limit: 5, asOf }), { items: [], total: 0 })
})

t.test('notes of many bytes make a page of a past list as well', async (t) => {
  const at = await runningScene(t)
  const goods_items = Array.from({ length: 200 }, () => ({ description: 'x'.repeat(1_000) }))
  for (let i = 0; i < 22; i++) await at.writer.create({ fields: { goods_items } })
  const { id } = await at.writer.create({ fields: { reference: 'SIGNED' } })
  const signature_image = `data:image/png;base64,${'A'.repeat(90_000)}`
  await at.writer.send(id, [
    { type: 'sign', signature: { role: 'sender', signer_name: 'Ana', method: 'drawn', signature_image } },
  ])
  await at.caughtUp()
  const now = await listNotes(at.pool, acme, { limit: 30 })
  t.same(await listNotes(at.pool, acme, { limit: 30, asOf: '9999-12-31T23:59:59.999Z' }), now)
  t.same(now.items[0]?.signed_by, ['sender'])
})

t.test('an installation that had no lists of the past gets them from its log as it starts', async (t) => {
  const at = await scene(t)
  const { id } = await at.writer.create()
  const [created] = await at.store.readStream(`ecmr-${id}`)
  const asOf = created?.metadata.recorded_at ?? ''
  await at.writer.send(id, [{ type: 'change_status', to: 'assigned' }])
  await at.pool.query(
    `drop schema rm_states cascade; delete from projections.checkpoints where name = 'states'`,
  )
  await migrateReadModels(at.pool)
  at.run()
  await at.caughtUp()
  t.match(await listNotes(at.pool, acme, { limit: 5, asOf }), { items: [{ id, status: 'draft' }], total: 1 })
  await equalsReplay(t, at)
})

t.test('what was erased is in no list of the past either', async (t) => {
  const at = await runningScene(t)
  const { id } = await at.writer.create({ fields: { driver_name: 'Eva Luna' } })
  await at.caughtUp()
  const [before] = (await listNotes(at.pool, acme, { limit: 5 })).items
  const asOf = before?.created_at ?? ''
  const past = async () => JSON.stringify(await listNotes(at.pool, acme, { limit: 5, asOf }))
  t.match(await past(), 'Eva Luna')
  await at.writer.send(id, [erase()])
  await at.caughtUp()
  t.notMatch(await past(), 'Eva Luna')
  t.match(await past(), `"total":1`)
})

t.test('what is kept for the present only is not answered for the past', async (t) => {
  const { pool } = await runningScene(t)
  const asOf = '2026-10-01T08:00:00.000Z'
  t.same(notAnsweredAsOf({ asOf, search: 'aceite', sort: '-updated_at' }), ['search', 'sort'])
  t.same(notAnsweredAsOf({ asOf, sort: '-created_at' }), [])
  t.same(notAnsweredAsOf({ asOf, reference: 'PO-1', updatedTo: asOf }), ['reference', 'updatedTo'])
  t.same(notAnsweredAsOf({ search: 'aceite', sort: 'updated_at' }), [])
  await t.rejects(listNotes(pool, acme, { limit: 5, asOf, search: 'aceite' }), RangeError)
})
