import type { EcmrFields } from '@ecmr/domain'
import { openPool } from '@ecmr/postgres'
import { rebuildProjections } from '@ecmr/projections'
import {
  companyChanges,
  companyTrail,
  historyProjection,
  LARGEST_PAGE_BYTES,
  migrateReadModels,
  noteHistory,
  type TrailPlace,
} from '@ecmr/read-models'
import type { Pool } from 'pg'
import t from 'tap'
import { acme, rival } from './notes.js'
import { equalsReplay, runningScene, type Scene, scene } from './running.js'

/** Some 220 KB of goods. */
const large: Partial<EcmrFields> = {
  goods_items: Array.from({ length: 200 }, (_, n) => ({ description: `${n}`.padEnd(1_000, 'x') })),
}
const LARGE_NOTES = 10

/** The bytes that PostgreSQL sends while something is read. */
async function sent({ url }: Scene, read: (pool: Pool) => Promise<unknown>): Promise<number> {
  const pool = openPool({ url, max: 1, name: 'counted' })
  let bytes = 0
  pool.on('connect', (client) => {
    const { stream } = Reflect.get(client, 'connection')
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
  })
  await read(pool)
  await pool.end()
  return bytes
}

async function largeNotes(at: Scene): Promise<void> {
  at.run()
  for (let n = 0; n < LARGE_NOTES; n++) await at.writer.create({ fields: large })
  await at.caughtUp()
}

t.test('a page of the change feed holds about a mebibyte, and walking it leaves nothing out', async (t) => {
  const at = await scene(t)
  await largeNotes(at)
  const seen: string[] = []
  let after = ''
  for (let more = true; more; ) {
    const { entries, hasMore } = await companyChanges(at.pool, acme, { after, limit: 100 })
    t.ok(entries.length >= 1 && entries.length <= 5, `${entries.length} of 200 KB each`)
    seen.push(...entries.map(({ ecmr_id }) => ecmr_id))
    after = entries.at(-1)?.position ?? ''
    more = hasMore
  }
  t.equal(new Set(seen).size, LARGE_NOTES)
  t.equal(seen.length, LARGE_NOTES)
  const bytes = await sent(at, (pool) => companyChanges(pool, acme, { after: '', limit: 100 }))
  t.ok(bytes < 2 * LARGEST_PAGE_BYTES, `the database sent ${bytes} bytes`)
})

t.test('the trail of large notes is read in pages that end early', async (t) => {
  const at = await scene(t)
  await largeNotes(at)
  const seen: string[] = []
  const actor = { name: 'erp', ids: [] }
  let before: TrailPlace | undefined
  do {
    const page = await companyTrail(at.pool, acme, { limit: 100, actor, ...(before && { before }) })
    t.notOk(page.isPartial)
    t.ok(page.events.length <= 5, `${page.events.length} of 200 KB each`)
    seen.push(...page.events.map(({ ecmr_id }) => ecmr_id))
    before = page.next ?? undefined
  } while (before)
  t.equal(new Set(seen).size, LARGE_NOTES)
  t.equal(seen.length, LARGE_NOTES)
})

t.test(
  'a history of large entries ends early, goes on by version, and page numbers are known to be cut',
  async (t) => {
    const at = await runningScene(t)
    const { id } = await at.writer.create({ fields: large })
    for (let n = 0; n < 4; n++) {
      const goods_items = large.goods_items?.map((item) => ({ ...item, packages: n }))
      await at.writer.send(id, [{ type: 'edit', changes: { ...(goods_items && { goods_items }) } }])
    }
    await at.caughtUp()
    const versions: number[] = []
    for (let more = true; more; ) {
      const page = await noteHistory(at.pool, acme, id, { after: versions.at(-1) ?? 0, limit: 100 })
      t.equal(page.total, 5)
      t.ok(page.entries.length < 5)
      versions.push(...page.entries.map(({ version }) => version))
      more = page.hasMore
    }
    t.same(versions, [1, 2, 3, 4, 5])
    t.match(await noteHistory(at.pool, acme, id, { after: 4, limit: 4 }), { isAfterCut: true })
    t.match(await noteHistory(at.pool, acme, id, { after: 4, limit: 2 }), { isAfterCut: false })
  },
)

t.test('what companies use is counted from the events, live and rebuilt alike', async (t) => {
  const at = await runningScene(t)
  const { id } = await at.writer.create({ fields: large })
  await at.writer.send(id, [{ type: 'change_status', to: 'in_transit' }])
  await at.writer.create({ company: rival })
  await at.caughtUp()
  const used = async () => (await at.pool.query('select * from rm_history.usage order by company_id')).rows
  const [acmes, rivals] = [...(await used())].sort((a, b) => b.bytes - a.bytes)
  t.match(acmes, { company_id: acme, events: 3, notes: 1 })
  t.match(rivals, { company_id: rival, events: 1, notes: 1 })
  t.ok(acmes.bytes > 200_000 && acmes.bytes < 240_000, `${acmes.bytes} bytes`)
  await equalsReplay(t, at)
  const before = await used()
  await rebuildProjections({ pool: at.pool, url: at.url, store: at.store, projections: [historyProjection] })
  t.same(await used(), before)
  await at.writer.send(id, [{ type: 'edit', changes: { instructions: 'more' } }])
  await at.caughtUp()
  t.match(
    (await used()).find(({ company_id }) => company_id === acme),
    { events: 4, notes: 1 },
  )
})

t.test('a history from before sizes were kept is counted when it is brought up to date', async (t) => {
  const at = await scene(t)
  const running = at.run()
  await at.writer.create({ fields: large })
  await at.caughtUp()
  running.abort()
  const before = (await at.pool.query('select * from rm_history.usage')).rows
  await at.pool.query(`
    drop table rm_history.usage, projections.lag;
    alter table rm_history.events drop column bytes;
    delete from projections.kysely_migration where name >= '0004-usage'`)
  await migrateReadModels(at.pool)
  t.same((await at.pool.query('select * from rm_history.usage')).rows, before)
  t.equal((await companyChanges(at.pool, acme, { after: '', limit: 10 })).entries.length, 1)
})
