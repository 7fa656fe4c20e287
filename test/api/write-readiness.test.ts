import { commandHandler } from '@ecmr/application'
import { createExample } from '@ecmr/contract'
import { openPostgresEventStore, watchedWrites } from '@ecmr/event-store'
import t from 'tap'
import { buildTestApi } from '../support/api.js'
import { until } from '../support/until.js'

t.test(
  'while nothing can be appended the service is not ready, and by itself again afterwards',
  async (t) => {
    const api = await buildTestApi(t)
    // A shorter limit than in operation, so that the test is short.
    const log = await openPostgresEventStore({ url: api.url, timeoutMs: 2_000 })
    t.teardown(() => log.close())
    const { store, check } = watchedWrites(log)
    const changed = { store, commands: commandHandler({ store, keys: api.dataKeys }), checkWrites: check }
    const { haulier: customer } = await api.another(changed)
    const ready = async () => {
      const { status, text } = await customer.call('GET', '/readyz')
      return { status, problems: JSON.parse(text).problems ?? [] }
    }
    t.strictSame(await ready(), { status: 200, problems: [] })

    const holder = await api.pool.connect()
    await holder.query(`begin; select pg_advisory_xact_lock(hashtextextended('ecmr:log', 0))`)
    const why = [
      /^The event log cannot be used: it takes no appends \(canceling statement due to .*timeout\)\.$/,
    ]
    t.equal((await customer.call('POST', '/api/ecmrs', createExample)).status, 503)
    await until(async () => (await ready()).status === 503, 'that it is not ready')
    t.match(await ready(), { status: 503, problems: why })
    t.match(await customer.call('GET', '/api/health'), { status: 503 })
    t.equal((await customer.call('GET', '/api/ecmrs')).status, 200, 'reads are answered')
    await holder.query('rollback')
    holder.release()
    await until(async () => (await ready()).status === 200, 'that it is ready again')
    t.equal((await customer.call('POST', '/api/ecmrs', createExample)).status, 201)
  },
)

t.test('a blocked log is noticed without an append', async (t) => {
  const api = await buildTestApi(t)
  const log = await openPostgresEventStore({ url: api.url, timeoutMs: 2_000 })
  t.teardown(() => log.close())
  const { check } = watchedWrites(log)
  const { call } = await api.another({ checkWrites: check })
  const holder = await api.pool.connect()
  await holder.query(`begin; select pg_advisory_xact_lock(hashtextextended('ecmr:log', 0))`)
  const answer = await call('GET', '/readyz')
  await holder.query('rollback')
  holder.release()
  t.equal(answer.status, 503)
})
