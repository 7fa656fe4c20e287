import { actingFor } from '@ecmr/domain'
import { NO_POSITION } from '@ecmr/event-store'
import { openPool } from '@ecmr/postgres'
import { projections } from '@ecmr/read-models'
import { addressGuard, registerEndpoint, secretBox } from '@ecmr/webhooks'
import t, { type Test } from 'tap'
import { testDatabase } from '../support/database.js'
import { eventStoreProcess } from '../support/event-store-process.js'
import { natsServer, withoutNatsServer } from '../support/nats-server.js'
import { until } from '../support/until.js'
import { startReceiver } from '../webhooks/support/receiver.js'
import { newCustomer } from './customer.js'
import { healthOf, SERVICES, startAlone, startReady, stopAll } from './service.js'

const SECRET_KEY = 's'.repeat(32)
const options = { skip: withoutNatsServer }

/** An empty EventStoreDB, NATS and PostgreSQL, with the tables as soon as an api runs. */
async function servers(t: Test) {
  const eventStore = await eventStoreProcess(t)
  await eventStore.start()
  const nats = await natsServer(t)
  const env = {
    DATABASE_URL: await testDatabase(t),
    EVENT_STORE: 'eventstoredb',
    EVENTSTOREDB_URL: eventStore.url,
    NATS_URL: nats.url,
    SECRET_KEY,
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  }
  const pool = openPool({ url: env.DATABASE_URL, max: 1, name: 'test' })
  t.teardown(() => pool.end())
  return { nats, env, pool }
}

type Servers = Awaited<ReturnType<typeof servers>>

/** A customer with a webhook for new notes that the interface would refuse outside the embedded mode: it is not https. */
async function customerWithWebhook(t: Test, { env, pool }: Servers) {
  const customer = await newCustomer(env.DATABASE_URL)
  const receiver = await startReceiver(t)
  const urlRules = { guard: addressGuard(['127.0.0.0/8']), httpsOnly: false }
  await registerEndpoint(
    { pool, secrets: secretBox(SECRET_KEY), urlRules, recordAudit: async () => undefined },
    {
      company: actingFor(customer.company),
      url: receiver.url,
      events: ['ecmr.created'],
      followsFrom: '',
      actor: { kind: 'api_key', id: 'k' },
    },
  )
  return { customer, receiver }
}

t.test('from a command on an empty EventStoreDB to a webhook, each service a process', options, async (t) => {
  const at = await servers(t)
  const { nats, env } = at
  const services = await startReady(t, SERVICES, env)
  const [api] = services
  if (!api) throw new Error('there is no api')
  const { customer, receiver } = await customerWithWebhook(t, at)
  const refused = await fetch(`${api.url}/api/webhooks`, {
    method: 'POST',
    headers: { 'x-api-key': customer.key, 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'http://127.0.0.1/hook', events: ['ecmr.created'] }),
  })
  t.equal(refused.status, 400, 'webhooks are https only')

  const { status, body } = await customer.create(api.url)
  t.equal(status, 201)
  const [received] = await receiver.count(1)
  t.match(received?.json, { type: 'ecmr.created', data: { id: body.id } })
  t.match(await customer.read(api.url, '/ecmrs'), { status: 200, body: { data: [{ id: body.id }] } })
  t.match(await customer.read(api.url, `/tracking/${body.ecmr_number}`), { status: 200 })
  await until(async () => (await healthOf(api)).status === 'ok', 'health')

  await nats.stop('SIGKILL')
  let health = await healthOf(api)
  await until(async () => {
    health = await healthOf(api)
    return health.checks.broker === 'unavailable'
  }, 'health to say so')
  t.match(health, { status: 'degraded', problems: [/NATS at 127\.0\.0\.1:\d+ .*\.$/] })
  t.equal((await customer.create(api.url)).status, 201, 'commands are still accepted')
  await nats.start()
  await receiver.count(2)
  await stopAll(t, services)
})

/** What versions up to 0.1.0 stored when they followed an empty EventStoreDB 24. */
async function storeUnknownPlaces({ pool }: Servers): Promise<void> {
  const names = projections.map(({ name }) => name)
  await pool.query('update projections.checkpoints set position = $1 where name = any($2)', [
    NO_POSITION,
    names,
  ])
  await pool.query(`insert into broker.checkpoints (name, position) values ('relay', $1)`, [NO_POSITION])
}

t.test(
  'services that had stored places which are none see all that was recorded since',
  options,
  async (t) => {
    const at = await servers(t)
    const [api] = await startReady(t, ['api'], at.env)
    if (!api) throw new Error('there is no api')
    await storeUnknownPlaces(at)
    const { customer, receiver } = await customerWithWebhook(t, at)
    const created = await customer.create(api.url)
    t.equal(created.status, 201)
    t.match(await customer.read(api.url, '/ecmrs'), { status: 200, body: { data: [] } })

    const names = ['projector', 'relay', 'notifier'] as const
    const others = await Promise.all(names.map((name) => startAlone(t, name, at.env)))
    const [received] = await receiver.count(1)
    t.match(received?.json, { type: 'ecmr.created', data: { id: created.body.id } })
    await customer.untilListed(api.url, created)
    t.match(await customer.read(api.url, `/tracking/${created.body.ecmr_number}`), { status: 200 })
    const next = await customer.create(api.url)
    t.match((await receiver.count(2))[1]?.json, { data: { id: next.body.id } })
    await stopAll(t, [api, ...others])
  },
)
