import pg from 'pg'
import t, { type Test } from 'tap'
import { testDatabase } from '../support/database.js'
import { until } from '../support/until.js'
import { newCustomer } from './customer.js'
import { NOWHERE, readiness, SERVICES, startAlone, stop, untilNotReady, untilReady } from './service.js'

/** Holds up every request with an idempotency key until it is let go. */
async function holdUp(
  t: Test,
  url: string,
): Promise<{ waiting(): Promise<boolean>; letGo(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  t.teardown(() => client.end())
  await client.query('begin')
  await client.query('lock table api.idempotency_keys in access exclusive mode')
  return {
    async waiting() {
      const { rows } = await client.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length > 0
    },
    async letGo() {
      await client.query('commit')
    },
  }
}

t.test('an api that is to stop says so, answers what is under way, and ends with 0', async (t) => {
  const url = await testDatabase(t)
  const api = await startAlone(t, 'api', { DATABASE_URL: url })
  await untilReady(api)
  const customer = await newCustomer(url)
  const held = await holdUp(t, url)
  const slow = customer.create(api.url, 'slow')
  await until(() => held.waiting(), 'the request to be under way')

  api.child.kill('SIGTERM')
  t.same(await untilNotReady(api, /stopping/), ['The process is stopping.'])
  const whileStopping = await fetch(`${api.url}/api/health`)
  t.equal(whileStopping.headers.get('connection'), 'close', 'clients are asked to disconnect')
  await until(
    () =>
      readiness(api).then(
        () => false,
        () => true,
      ),
    'the end of listening',
  )
  await held.letGo()
  t.equal((await slow).status, 201)
  t.equal(await api.ended, 0)
})

t.test('a service that is still waiting for PostgreSQL stops at once', async (t) => {
  for (const name of SERVICES) {
    const env = { DATABASE_URL: NOWHERE.postgres, NATS_URL: NOWHERE.nats }
    const service = await startAlone(t, name, env)
    await untilNotReady(service, /PostgreSQL cannot be used/)
    const began = performance.now()
    t.equal(await stop(service), 0)
    t.ok(performance.now() - began < 5_000, `${name} stopped`)
  }
})
