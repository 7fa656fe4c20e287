import { NO_POSITION } from '@ecmr/event-store'
import { openPool } from '@ecmr/postgres'
import { projections } from '@ecmr/read-models'
import t from 'tap'
import { testDatabase } from '../support/database.js'
import { eventStoreProcess } from '../support/event-store-process.js'
import { natsServer, withoutNatsServer } from '../support/nats-server.js'
import { until } from '../support/until.js'
import { startReceiver } from '../webhooks/support/receiver.js'
import { newCustomer } from './customer.js'
import { startAlone, stop, untilReady } from './service.js'
import { registerWebhook, SECRET_KEY } from './webhook.js'

/** What versions up to 0.1.0 stored when they followed an empty EventStoreDB 24. */
async function storeUnknownPlaces(databaseUrl: string): Promise<void> {
  const pool = openPool({ url: databaseUrl, max: 1, name: 'test' })
  const names = projections.map(({ name }) => name)
  await pool.query('update projections.checkpoints set position = $1 where name = any($2)', [
    NO_POSITION,
    names,
  ])
  await pool.query(`insert into broker.checkpoints (name, position) values ('relay', $1)`, [NO_POSITION])
  await pool.end()
}

t.test(
  'services that had stored places which are none see everything that was recorded since',
  { skip: withoutNatsServer },
  async (t) => {
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
    const api = await startAlone(t, 'api', env)
    await untilReady(api)
    await storeUnknownPlaces(env.DATABASE_URL)
    const customer = await newCustomer(env.DATABASE_URL)
    const receiver = await startReceiver(t)
    await registerWebhook(env.DATABASE_URL, customer, receiver.url)
    const { status, body } = await customer.create(api.url)
    t.equal(status, 201)
    t.match(await customer.read(api.url, '/ecmrs'), { status: 200, body: { data: [] } })

    const names = ['projector', 'relay', 'notifier'] as const
    const others = await Promise.all(names.map((name) => startAlone(t, name, env)))
    const [received] = await receiver.count(1)
    t.match(received?.json, { type: 'ecmr.created', data: { id: body.id } })
    await until(async () => {
      const list = await customer.read(api.url, '/ecmrs')
      return JSON.stringify(list.body).includes(String(body.id))
    }, 'the note in the list')
    t.match(await customer.read(api.url, `/tracking/${body.ecmr_number}`), { status: 200 })
    const next = await customer.create(api.url)
    t.match((await receiver.count(2))[1]?.json, { data: { id: next.body.id } })
    for (const service of [api, ...others]) t.equal(await stop(service), 0)
  },
)
