import { openPool, watchTableSizes } from '@ecmr/postgres'
import { Registry } from 'prom-client'
import t from 'tap'
import { testDatabase } from '../support/database.js'
import { until } from '../support/until.js'

const log = { info: () => undefined, warn: () => undefined }

t.test('the largest tables have series of their own, and the rest share one', async (t) => {
  const pool = openPool({ url: await testDatabase(t), max: 2, name: 'test' })
  t.teardown(() => pool.end())
  await pool.query(`create schema s; create table s.large as select n, repeat('x', 500) as x from generate_series(1, 1000) n; analyze s.large;
    do $$ begin for n in 1..90 loop execute format('create table s.t%s ()', n); end loop; end $$`)
  const registry = new Registry()
  const stop = new AbortController()
  const watching = watchTableSizes({ pool, registry, signal: stop.signal, log })
  await until(async () => (await registry.metrics()).includes('table="s.large"'), 'a look')
  await watching.check()
  stop.abort()
  await watching.ended
  const text = await registry.metrics()
  t.match(text, /^ecmr_table_rows\{table="s\.large"\} 1000$/m)
  const [, bytes] = /^ecmr_table_bytes\{table="s\.large"\} (\d+)$/m.exec(text) ?? []
  t.ok(Number(bytes) > 500_000, `${bytes} bytes`)
  const tables = text.match(/^ecmr_table_bytes\{/gm) ?? []
  t.equal(tables.length, 81, 'eighty, and the others')
  t.match(text, /^ecmr_table_bytes\{table="others"\} \d+$/m)
})

t.test('what cannot be read is not shown as it was, is counted, and is said when it goes on', async (t) => {
  const pool = openPool({ url: 'postgres://ecmr@127.0.0.1:1/ecmr', max: 1, name: 'test' })
  t.teardown(() => pool.end())
  const registry = new Registry()
  const stop = new AbortController()
  const watching = watchTableSizes({ pool, registry, signal: stop.signal, log })
  await until(
    async () => /^ecmr_table_size_failures_total [2-9]/m.test(await registry.metrics()),
    'two failures',
  )
  await t.rejects(watching.check(), /sizes of tables cannot be read/)
  stop.abort()
  await watching.ended
  t.notMatch(await registry.metrics(), /^ecmr_table_bytes\{/m)
})
