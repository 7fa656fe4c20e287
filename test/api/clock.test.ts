import { commandHandler } from '@ecmr/application'
import { createExample } from '@ecmr/contract'
import { checkedClock, postgresClock } from '@ecmr/event-store'
import t from 'tap'
import { buildTestApi } from '../support/api.js'

const DAY_MS = 86_400_000

t.test('a clock that jumps forward stamps nothing, and what follows bears the right time', async (t) => {
  const api = await buildTestApi(t)
  let ahead = 0
  const clock = checkedClock({ reference: postgresClock(api.pool), wall: () => Date.now() + ahead })
  t.teardown(() => clock.close())
  await clock.compare()
  const { recorded, dataKeys } = api
  const commands = commandHandler({ store: recorded, keys: dataKeys, clock: clock.now })
  const { haulier: customer } = await api.another({ commands, clockCheck: clock })
  const note = await customer.create()
  const repeated = { 'idempotency-key': 'once' }
  t.equal((await customer.call('POST', '/api/ecmrs', createExample, repeated)).status, 201)

  ahead = 400 * DAY_MS
  const head = await recorded.head()
  for (const [method, path, body] of [
    ['POST', '/api/ecmrs', createExample],
    ['PATCH', `/api/ecmrs/${note.id}`, { reference: 'LATER' }],
  ] as const) {
    const refused = await customer.call(method, path, body)
    t.equal(refused.status, 503)
    t.match(refused.problem(), {
      code: 'clock_differs',
      detail: /34560000 s ahead of .* Nothing was recorded/,
    })
    t.match(refused.headers['retry-after'], /^\d+$/)
  }
  t.equal(await recorded.head(), head)
  t.match(await customer.call('POST', '/api/ecmrs', createExample, repeated), {
    status: 201,
    headers: { 'idempotent-replayed': 'true' },
  })
  t.equal((await customer.call('GET', `/api/ecmrs/${note.id}`)).status, 200)
  const sentence = /^The clock of this process is \d+ s ahead of that of PostgreSQL\. Nothing is written/
  t.match((await customer.call('GET', '/readyz')).json(), { status: 'unavailable', problems: [sentence] })
  const health = await customer.call('GET', '/api/health')
  t.equal(health.status, 503)
  t.match(health.json(), { problems: [sentence], checks: { event_log: 'ok', postgres: 'ok' } })

  ahead = 0
  const changed = await customer.call('PATCH', `/api/ecmrs/${note.id}`, { reference: 'AFTER' })
  t.equal(changed.status, 200)
  t.ok(Math.abs(Date.parse(changed.record().updated_at) - Date.now()) < DAY_MS)
})

t.test('health reports a clock that is slightly wrong', async (t) => {
  const api = await buildTestApi(t)
  const clock = checkedClock({ reference: postgresClock(api.pool), wall: () => Date.now() + 3_000 })
  t.teardown(() => clock.close())
  await clock.compare()
  const { call } = await api.another({ clockCheck: clock })
  const health = await call('GET', '/api/health')
  t.equal(health.status, 200)
  t.match(JSON.parse(health.text).problems, [/is [23] s ahead of that of PostgreSQL\.$/])
})
