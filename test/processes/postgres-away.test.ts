import t from 'tap'
import { until } from '../support/until.js'
import { newCustomer } from './customer.js'
import { ownPostgres } from './postgres.js'
import { startAlone, stop, untilNotReady, untilReady } from './service.js'

const RECOVERED_WITHIN_MS = 5_000
const CALLERS = 8

t.test('PostgreSQL is killed under a running api and projector, and comes back', async (t) => {
  const postgres = await ownPostgres(t)
  await postgres.start()
  const env = { DATABASE_URL: postgres.url, RATE_LIMIT_PER_MINUTE: '1000000' }
  const api = await startAlone(t, 'api', env)
  const projector = await startAlone(t, 'projector', env)
  await Promise.all([untilReady(api), untilReady(projector)])
  const customer = await newCustomer(postgres.url)

  const keys: string[] = []
  const killed = new AbortController()
  const refusals: number[] = []
  const createUntilKilled = async (caller: number): Promise<void> => {
    for (let turn = 0; !killed.signal.aborted; turn++) {
      const key = `caller-${caller}-note-${turn}`
      keys.push(key)
      const { status } = await customer.create(api.url, key)
      if (status !== 201) refusals.push(status)
    }
  }
  const creating = Array.from({ length: CALLERS }, (_, caller) => createUntilKilled(caller))
  await until(() => keys.length > 4 * CALLERS, 'some notes')
  await postgres.kill()
  killed.abort()
  await Promise.all(creating)
  t.same(
    refusals.filter((status) => status !== 503),
    [],
    'what was under way is refused with 503',
  )

  for (const service of [api, projector]) {
    const problems = await untilNotReady(
      service,
      /PostgreSQL cannot be used: nothing listens at its address\./,
    )
    t.match(problems.join(' '), 'The event log cannot be used')
  }
  const refused = await customer.create(api.url)
  t.match(refused, { status: 503, retryAfter: /\d/, body: { code: 'unavailable' } })
  t.equal((await customer.read(api.url, '/ecmrs')).status, 503)
  t.match(await (await fetch(`${api.url}/api/health`)).text(), '"postgres":"unavailable"')

  await postgres.start()
  const began = performance.now()
  await Promise.all([untilReady(api), untilReady(projector)])
  const after = await customer.create(api.url, 'after')
  t.equal(after.status, 201)
  await until(async () => {
    const { body } = await customer.read(api.url, '/ecmrs?limit=1')
    return JSON.stringify(body).includes(String(after.body.id))
  }, 'the note in the list')
  const took = Math.round(performance.now() - began)
  t.ok(took < RECOVERED_WITHIN_MS, `all went on after ${took} ms`)
  t.comment(`all went on after ${took} ms`)

  for (const key of keys) t.equal((await customer.create(api.url, key)).status, 201)
  t.match(
    (await customer.read(api.url, '/ecmrs?limit=1')).body,
    { pagination: { total: keys.length + 1 } },
    'each command was recorded once, whether it was acknowledged or refused',
  )
  for (const service of [api, projector]) t.equal(await stop(service), 0)
})
