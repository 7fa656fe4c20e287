import t from 'tap'
import { until } from '../support/until.js'
import { newCustomer } from './customer.js'
import { ownPostgres } from './postgres.js'
import { startAlone, untilNotReady, untilReady } from './service.js'

const RECOVERED_WITHIN_MS = 5_000

t.test('a PostgreSQL that no longer answers blocks no request indefinitely', async (t) => {
  const postgres = await ownPostgres(t)
  await postgres.start()
  const env = { DATABASE_URL: postgres.url }
  const api = await startAlone(t, 'api', env)
  const projector = await startAlone(t, 'projector', env)
  await Promise.all([untilReady(api), untilReady(projector)])
  const customer = await newCustomer(postgres.url)
  t.equal((await customer.create(api.url)).status, 201)

  postgres.cutOff()
  const [created, read, problems] = await Promise.all([
    customer.create(api.url, 'cut off'),
    customer.read(api.url, '/ecmrs'),
    untilNotReady(api, /PostgreSQL cannot be used: .*/),
  ])
  t.match(created, { status: 503, retryAfter: /\d/ })
  t.match(read, { status: 503, retryAfter: /\d/ })
  t.match(problems.join(' '), 'PostgreSQL cannot be used: no answer within 2 s.')

  postgres.connect()
  const began = performance.now()
  await untilReady(api)
  const ready = Math.round(performance.now() - began)
  t.equal((await customer.create(api.url, 'cut off')).status, 201)
  await untilReady(projector)
  await until(async () => {
    const { body } = await customer.read(api.url, '/ecmrs')
    return JSON.stringify(body).includes('"total":2')
  }, 'both notes in the list')
  t.ok(ready < RECOVERED_WITHIN_MS, `ready after ${ready} ms`)
  t.comment(`ready after ${ready} ms`)
})
