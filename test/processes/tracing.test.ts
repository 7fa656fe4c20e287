import { actingFor } from '@ecmr/domain'
import { openPool } from '@ecmr/postgres'
import { projections } from '@ecmr/read-models'
import { addressGuard, registerEndpoint, secretBox } from '@ecmr/webhooks'
import t from 'tap'
import { databaseWithTables } from '../support/database-with-tables.js'
import { eventStoreProcess } from '../support/event-store-process.js'
import { natsServer, withoutNatsServer } from '../support/nats-server.js'
import { startOtlpReceiver } from '../support/otlp-receiver.js'
import { until } from '../support/until.js'
import { startReceiver } from '../webhooks/support/receiver.js'
import { newCustomer } from './customer.js'
import { SERVICES, startReady, stopAll } from './service.js'

const SECRET_KEY = 's'.repeat(32)
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const TEST = '5bf92f3577b34da6a3ce929d0e0e4736'
const REPLAY = '6bf92f3577b34da6a3ce929d0e0e4736'
const caller = (trace: string): string => `00-${trace}-00f067aa0ba902b7-00`

/** From the request to the webhook that it leads to, with a line for each read model. */
const wholeTree = [
  'ecmr-api: POST /api/ecmrs',
  '  ecmr-api: append',
  ...projections
    .filter(({ categories }) => categories.includes('ecmr'))
    .map(({ name }) => `    ecmr-projector: project ${name}`)
    .sort(),
  '    ecmr-relay: relay',
  '      ecmr-notifier: notify',
  '        ecmr-notifier: attempt',
  '  ecmr-api: decide',
].join('\n')

/** From the request that has a webhook sent something to what is sent. */
const orderTree = (order: string): string =>
  `ecmr-api: POST /api/webhooks/:id/${order}\n  ecmr-notifier: attempt`

t.test(
  'one trace leads from a request through all processes to the webhook that follows',
  { skip: withoutNatsServer },
  async (t) => {
    const receiver = await startOtlpReceiver(t)
    const eventStore = await eventStoreProcess(t)
    await eventStore.start()
    const nats = await natsServer(t)
    const env = {
      DATABASE_URL: await databaseWithTables(t),
      EVENT_STORE: 'eventstoredb',
      EVENTSTOREDB_URL: eventStore.url,
      NATS_URL: nats.url,
      SECRET_KEY,
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
      LOG_LEVEL: 'debug',
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc',
    }
    const services = await startReady(t, SERVICES, env)
    const [api] = services
    if (!api) throw new Error('there is no api')
    const customer = await newCustomer(env.DATABASE_URL)
    const webhook = await startReceiver(t)
    const pool = openPool({ url: env.DATABASE_URL, max: 1, name: 'test' })
    t.teardown(() => pool.end())
    const registered = await registerEndpoint(
      {
        pool,
        secrets: secretBox(SECRET_KEY),
        urlRules: { guard: addressGuard(['127.0.0.0/8']), httpsOnly: false },
        recordAudit: async () => undefined,
      },
      {
        company: actingFor(customer.company),
        url: webhook.url,
        events: ['ecmr.created'],
        followsFrom: '',
        actor: { kind: 'api_key', id: 'k' },
      },
    )
    const { status, body } = await customer.create(api.url, undefined, { traceparent: caller(TRACE) })
    t.equal(status, 201)
    const [received] = await webhook.count(1)
    const order = async (what: string, trace: string, wanted: object): Promise<void> => {
      const id = registered.ok ? registered.endpoint.id : ''
      const answer = await fetch(`${api.url}/api/webhooks/${id}/${what}`, {
        method: 'POST',
        headers: {
          'x-api-key': customer.key,
          'content-type': 'application/json',
          traceparent: caller(trace),
        },
        body: JSON.stringify(wanted),
      })
      t.ok(answer.ok, `${what}: ${await answer.text()}`)
    }
    await order('test', TEST, {})
    await order('replay', REPLAY, { since: '2026-01-01T00:00:00Z' })
    await webhook.count(3)
    for (const [trace, tree] of [
      [TRACE, wholeTree],
      [TEST, orderTree('test')],
      [REPLAY, orderTree('replay')],
    ] as const) {
      // What has come by then is compared, and shown, if some never come.
      await until(
        () => receiver.tree(trace).split('\n').length >= tree.split('\n').length,
        'all spans',
        20,
      ).catch((error: unknown) => t.fail(String(error)))
      t.equal(receiver.tree(trace), tree)
    }

    const named = (name: string) => receiver.spans.find((one) => one.name === name && one.traceId === TRACE)
    const attempt = named('attempt')
    t.equal(received?.headers.traceparent, `00-${TRACE}-${attempt?.spanId}-01`)
    t.match(attempt?.attributes, [{ key: 'delivery_id' }])
    const [line = ''] = api
      .output()
      .split('\n')
      .filter((each) => each.includes('"msg":"answered"') && each.includes(TRACE))
    t.match(JSON.parse(line), { trace_id: TRACE, route: '/api/ecmrs', status: 201 })
    t.match(receiver.headers[0], { authorization: 'Bearer abc', 'content-type': 'application/json' })
    const sent = JSON.stringify(receiver.spans)
    for (const personal of ['Aceites del Sur', 'Durand', 'Guadalquivir', customer.key])
      t.notOk(sent.includes(personal), `no span says ${personal}`)
    t.match(await customer.read(api.url, `/ecmrs/${body.id}/events`), { status: 200 })
    const history = await customer.read(api.url, `/ecmrs/${body.id}/events`)
    t.notMatch(JSON.stringify(history.body), TRACE, 'the history tells of events, not of traces')
    await stopAll(t, services)
  },
)
