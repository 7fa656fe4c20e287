import { type HealthView, healthView } from '@ecmr/contract'
import t from 'tap'
import { asPromised } from '../support/contract.js'
import { testDatabase } from '../support/database.js'
import { eventStoreProcess } from '../support/event-store-process.js'
import { natsServer, withoutNatsServer } from '../support/nats-server.js'
import { until } from '../support/until.js'
import { startReceiver } from '../webhooks/support/receiver.js'
import { newCustomer } from './customer.js'
import { SERVICES, type ServiceName, type ServiceProcess, startAlone, stop, untilReady } from './service.js'
import { registerWebhook, SECRET_KEY } from './webhook.js'

async function healthOf({ url }: ServiceProcess): Promise<HealthView> {
  const answer = await fetch(`${url}/api/health`)
  return asPromised(healthView, JSON.parse(await answer.text()))
}

t.test(
  'from a command on an empty EventStoreDB to a webhook, each service a process of its own',
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
    const start = async (name: ServiceName): Promise<ServiceProcess> => {
      const service = await startAlone(t, name, env)
      await untilReady(service)
      return service
    }
    const [api, ...others] = await Promise.all(SERVICES.map(start))
    if (!api) throw new Error('there is no api')
    const customer = await newCustomer(env.DATABASE_URL)
    const refused = await fetch(`${api.url}/api/webhooks`, {
      method: 'POST',
      headers: { 'x-api-key': customer.key, 'content-type': 'application/json' },
      body: JSON.stringify({ url: 'http://127.0.0.1/hook', events: ['ecmr.created'] }),
    })
    t.equal(refused.status, 400, 'webhooks are https only')

    const receiver = await startReceiver(t)
    await registerWebhook(env.DATABASE_URL, customer, receiver.url)
    const { status, body } = await customer.create(api.url)
    t.equal(status, 201)
    const [received] = await receiver.count(1)
    t.match(received?.json, { type: 'ecmr.created', data: { id: body.id } })
    t.match(await customer.read(api.url, '/ecmrs'), { status: 200, body: { data: [{ id: body.id }] } })
    t.match(await customer.read(api.url, `/tracking/${body.ecmr_number}`), { status: 200 })
    await until(async () => (await healthOf(api)).status === 'ok', 'health')

    await nats.stop('SIGKILL')
    await until(async () => (await healthOf(api)).checks.broker === 'unavailable', 'health to say so')
    const health = await healthOf(api)
    t.match(health, { status: 'degraded', problems: [/NATS at 127\.0\.0\.1:\d+ .*\.$/] })
    t.equal((await customer.create(api.url)).status, 201, 'commands are still accepted')
    await nats.start()
    await receiver.count(2)
    for (const service of [api, ...others]) t.equal(await stop(service), 0)
  },
)
