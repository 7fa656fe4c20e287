import { COUNTED_MATCHES, dueNotes, migrateReadModels } from '@ecmr/read-models'
import { openPool } from '@ecmr/postgres'
import type { Pool, QueryConfig } from 'pg'
import t from 'tap'
import { testDatabase } from '../support/database.js'
import { acme, rival } from './notes.js'

const TODAY = '2026-11-21'
const pool = openPool({ url: await testDatabase(t), max: 2, name: 'test' })
t.teardown(() => pool.end())
await migrateReadModels(pool)

/** Notes of a company, every other one on its way, to be delivered from 60 days before today to 40 days after. */
async function fill(company: string, notes: number): Promise<void> {
  await pool.query(
    `insert into rm_list.notes
     select id, $1, id::text, status, false, '2020-01-01', now(), now(),
       json_build_object('id', id, 'delivery_date', to_char('${TODAY}'::date + (n % 101) - 60, 'YYYY-MM-DD'))
     from (select gen_random_uuid() as id, n, case n % 2 when 0 then 'in_transit' else 'delivered' end as status
       from generate_series(1, $2::int) n) notes`,
    [company, notes],
  )
  await pool.query('analyze rm_list.notes')
}

interface Node {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Node[]
}

const withThoseBelow = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(withThoseBelow)]

/** How PostgreSQL carries out the statements about deliveries, planned for their values or for any. */
async function scansOf(most: number, mode: 'force_custom_plan' | 'force_generic_plan') {
  const asked: QueryConfig[] = []
  const query = (config: QueryConfig) => {
    asked.push(config)
    return pool.query(config)
  }
  const watched: Pool = new Proxy(pool, {
    get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)),
  })
  await dueNotes(watched, acme, TODAY, { most })
  const client = await pool.connect()
  await client.query(`set plan_cache_mode = ${mode}`)
  const scans: Node[] = []
  for (const { name, text, values } of asked.filter(({ name }) => name?.startsWith('due deliveries'))) {
    const literals = (values ?? []).map((value) => client.escapeLiteral(`${value}`)).join()
    await client.query(`prepare "explained ${name}" as ${text}`)
    const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: Node }[] }>(
      `explain (analyze, format json) execute "explained ${name}" (${literals})`,
    )
    const nodes = rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => withThoseBelow(Plan)))
    scans.push(...nodes.filter((node) => node['Relation Name'] !== undefined))
  }
  client.release(true)
  return scans
}

t.test('late deliveries are found and counted among any number of notes on their way', async (t) => {
  await fill(rival, 200)
  await fill(acme, 10_000)
  const { rows } = await pool.query<{ id: string; due: string }>(
    `select id, item->>'delivery_date' as due from rm_list.notes
     where company_id = $1 and status = 'in_transit' and item->>'delivery_date' <= $2 order by 2, 1`,
    [acme, TODAY],
  )
  const late = rows.filter(({ due }) => due < TODAY)
  t.ok(late.length > 2_500, `${late.length}`)
  const due = await dueNotes(pool, acme, TODAY, { most: 3 })
  t.match(due.lateDeliveries, { total: late.length, totalIsExact: true })
  t.same(
    due.lateDeliveries.items.map(({ id }) => id),
    late.slice(0, 3).map(({ id }) => id),
    'longest overdue first',
  )
  t.match(due.deliveriesToday, { total: rows.length - late.length, totalIsExact: true })
})

t.test('they are read off their index, as many as are shown and counted, and no others', async (t) => {
  await fill(acme, 40_000)
  for (const mode of ['force_custom_plan', 'force_generic_plan'] as const) {
    const scans = await scansOf(5, mode)
    t.equal(scans.length, 4, `${mode}: one to show and one to count, of each kind`)
    for (const scan of scans) {
      t.match(scan, { 'Node Type': 'Index Scan', 'Index Name': 'notes_to_deliver' }, mode)
      t.equal(scan['Rows Removed by Filter'] ?? 0, 0)
      t.ok(scan['Actual Rows'] <= COUNTED_MATCHES + 1, `${scan['Actual Rows']} rows`)
    }
  }
  const { lateDeliveries } = await dueNotes(pool, acme, TODAY, { most: 1 })
  t.match(lateDeliveries, { total: COUNTED_MATCHES, totalIsExact: false }, 'there are more')
})
