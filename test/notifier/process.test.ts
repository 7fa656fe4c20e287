import { secretBox } from '@ecmr/webhooks'
import { Webhook } from 'standardwebhooks'
import t, { type Test } from 'tap'
import { operator, poisonOf } from '../broker/support/nats.js'
import { newEvent, newStream } from '../contract/event-store/events.js'
import { startAlone, startUnready, stop, untilNotReady, untilReady } from '../processes/service.js'
import { buildTestApi, type TestApi } from '../support/api.js'
import { type NatsServer, natsServer, withoutNatsServer } from '../support/nats-server.js'
import { until } from '../support/until.js'
import { type Received, startReceiver } from '../webhooks/support/receiver.js'

const SECRET_KEY = 'k'.repeat(32)
/** Attempts that a process makes at a time, to one endpoint. */
const AT_ONCE = 16
const NOTES = 80
const ALL_EVENTS = ['ecmr.created', 'ecmr.signed', 'ecmr.delivered', 'ecmr.incidencia']

interface World {
  readonly api: TestApi
  readonly nats: NatsServer
  readonly env: Record<string, string>
}

/** An api with a database, a NATS server, and a relay between the two. */
async function openWorld(t: Test): Promise<World> {
  const nats = await natsServer(t)
  const api = await buildTestApi(t, ({ webhooks }) => ({
    webhooks: { ...webhooks, secrets: secretBox(SECRET_KEY) },
  }))
  const env = {
    DATABASE_URL: api.url,
    NATS_URL: nats.url,
    SECRET_KEY,
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    WEBHOOK_RETRY_SCHEDULE: '0s,0.2s,1s,1s',
  }
  await startAlone(t, 'relay', env)
  return { api, nats, env }
}

/** Reports incidents on a note, so many. */
async function report({ haulier }: TestApi, id: string, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const answer = await haulier.call('POST', `/api/ecmrs/${id}/incidents`, {
      type: 'delay',
      description: `Snow, ${n}`,
    })
    if (answer.status !== 201) throw new Error(answer.text)
  }
}

function versionsOf(received: readonly Received[], id: string): readonly unknown[] {
  const versions = received.filter(({ json }) => json.data.id === id).map(({ json }) => json.data.version)
  return [...new Set(versions)]
}

t.test('the notifier as a process', { skip: withoutNatsServer }, async (t) => {
  await t.test('delivers what is written through the REST interface, signed', async (t) => {
    const { api, env } = await openWorld(t)
    const notifier = await startAlone(t, 'notifier', env)
    await untilReady(notifier)
    const receiver = await startReceiver(t)
    const hook = { url: receiver.url, events: ALL_EVENTS }
    const { secret } = (await api.haulier.call('POST', '/api/webhooks', hook)).json() as { secret: string }
    const { id } = await api.haulier.create()
    await report(api, id, 2)
    for (const { headers, body, json } of await receiver.count(3)) {
      const plain = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
      t.same(new Webhook(secret).verify(body.toString(), plain), json)
    }
    t.strictSame(versionsOf(receiver.received, id), [1, 2, 3])
    const metrics = await (await fetch(notifier.metricsUrl)).text()
    t.match(metrics, /^ecmr_notifier_leader 1$/m)
    t.match(metrics, /^ecmr_notifier_event_age_seconds_count 3$/m)
    t.equal(await stop(notifier), 0, notifier.output())
  })

  await t.test('says what keeps it from working, and goes on by itself', async (t) => {
    const { api, nats, env } = await openWorld(t)
    const notifier = await startAlone(t, 'notifier', env)
    await untilReady(notifier)
    const receiver = await startReceiver(t)
    await api.haulier.call('POST', '/api/webhooks', { url: receiver.url, events: ALL_EVENTS })
    await nats.stop('SIGKILL')
    const problems = await untilNotReady(notifier, /nothing listens/)
    t.strictSame(problems, [`NATS at 127.0.0.1:${nats.port} cannot be reached: nothing listens there.`])
    await api.haulier.create()
    await nats.start()
    const back = performance.now()
    await receiver.count(1)
    t.ok(performance.now() - back < 5_000, `it went on after ${performance.now() - back} ms`)
    await untilReady(notifier)
  })

  await t.test('puts an event that it cannot read out of the way', async (t) => {
    const { api, nats, env } = await openWorld(t)
    await untilReady(await startAlone(t, 'notifier', env))
    const receiver = await startReceiver(t)
    await api.haulier.call('POST', '/api/webhooks', { url: receiver.url, events: ALL_EVENTS })
    const { metadata } = newEvent()
    const odd = newEvent({
      type: 'IncidentReported',
      data: { incident_id: 7 },
      metadata: { ...metadata, company_id: api.haulier.company.id },
    })
    await api.store.append(newStream(), 'no_stream', [odd])
    const { id } = await api.haulier.create()
    const [first] = await receiver.count(1)
    t.equal(first?.json.data.id, id)
    const { jsm } = await operator(t, nats)
    await until(async () => (await poisonOf(jsm)).length === 1, 'the event')
    const [poison] = await poisonOf(jsm)
    t.equal(poison?.headers?.get('Ecmr-Msg-Id'), odd.id)
    t.match(poison?.headers?.get('Ecmr-Reason'), /^IncidentReported is malformed at/)
  })

  await t.test('is not started without NATS_URL', async (t) => {
    const process = startUnready(t, 'notifier', { DATABASE_URL: 'postgres://localhost/ecmr' })
    t.equal(await process.ended, 1)
    t.match(process.output(), /NATS_URL is not set; this process needs .*"npm start" does without/)
  })

  await t.test('may run several times: each event is delivered though one is killed', async (t) => {
    const { api, env } = await openWorld(t)
    const receiver = await startReceiver(t)
    await api.haulier.call('POST', '/api/webhooks', { url: receiver.url, events: ALL_EVENTS })
    const notifiers = [await startAlone(t, 'notifier', env), await startAlone(t, 'notifier', env)]
    const leads = async ({ metricsUrl }: { readonly metricsUrl: string }): Promise<boolean> =>
      /^ecmr_notifier_leader 1$/m.test(await (await fetch(metricsUrl)).text())
    await until(async () => (await Promise.all(notifiers.map(leads))).includes(true), 'a leader')
    const [first = false] = await Promise.all(notifiers.map(leads))
    const notes: { readonly id: string }[] = []
    const writing = (async () => {
      while (notes.length < NOTES) {
        const note = await api.haulier.create()
        notes.push(note)
        await report(api, note.id, 1)
      }
    })()
    await receiver.count(NOTES / 2)
    notifiers[first ? 0 : 1]?.child.kill('SIGKILL')
    await writing
    const planned = async (condition: string): Promise<readonly string[]> => {
      const { rows } = await api.pool.query<{ event: string }>(
        `select ecmr_id || ' ' || version as event from webhooks.deliveries where ${condition}`,
      )
      return rows.map(({ event }) => event).sort()
    }
    await until(async () => (await planned('true')).length === 2 * NOTES, 'every delivery')
    const all = notes.flatMap(({ id }) => [`${id} 1`, `${id} 2`])
    t.strictSame(await planned('true'), all.sort())
    // What the dead one was sending is left alone until its lease has run out, and so is what comes after it.
    await until(async () => (await planned("status = 'pending'")).length <= 2 * AT_ONCE, 'the others')
    const settled = await planned("status <> 'pending'")
    const received = new Set(receiver.received.map(({ json }) => `${json.data.id} ${json.data.version}`))
    for (const event of settled) t.ok(received.has(event), event)
  })
})
