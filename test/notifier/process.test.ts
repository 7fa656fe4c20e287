import t from 'tap'
import { operator, poisonOf } from '../broker/support/nats.js'
import { newEvent, newStream } from '../contract/event-store/events.js'
import { startUnready, stop, untilNotReady, untilReady } from '../processes/service.js'
import type { TestApi } from '../support/api.js'
import { withoutNatsServer } from '../support/nats-server.js'
import { until } from '../support/until.js'
import { startReceiver } from '../webhooks/support/receiver.js'
import { verify } from '../webhooks/support/verifiers.js'
import { openProcesses, register } from './support.js'

/** Attempts that a process makes at a time, to one endpoint. */
const AT_ONCE = 16
const NOTES = 80

/** Reports an incident on a note. */
async function report({ haulier }: TestApi, id: string): Promise<void> {
  const incident = { type: 'delay', description: 'Snow' }
  const answer = await haulier.call('POST', `/api/ecmrs/${id}/incidents`, incident)
  if (answer.status !== 201) throw new Error(answer.text)
}

const metricsOf = async ({ metricsUrl }: { readonly metricsUrl: string }) => (await fetch(metricsUrl)).text()

t.test('the notifier as a process', { skip: withoutNatsServer }, async (t) => {
  await t.test('delivers what is written through the REST interface, signed', async (t) => {
    const { api, start } = await openProcesses(t)
    const notifier = await start()
    const receiver = await startReceiver(t)
    const { secret } = await register(api.haulier, receiver.url)
    const { id } = await api.haulier.create()
    await report(api, id)
    for (const request of await receiver.count(2)) t.same(verify(secret, request), request.json)
    t.strictSame(
      receiver.received.map(({ json }) => json.data.version),
      [1, 2],
    )
    const metrics = await metricsOf(notifier)
    t.match(metrics, /^ecmr_notifier_leader 1$/m)
    t.match(metrics, /^ecmr_notifier_event_age_seconds_count 2$/m)
    t.equal(await stop(notifier), 0, notifier.output())
  })

  await t.test('says what keeps it from working, and goes on by itself', async (t) => {
    const { api, nats, start } = await openProcesses(t)
    const notifier = await start()
    const receiver = await startReceiver(t)
    await register(api.haulier, receiver.url)
    await nats.stop('SIGKILL')
    const problems = await untilNotReady(notifier, /nothing listens/)
    t.strictSame(problems, [`NATS at 127.0.0.1:${nats.port} cannot be reached: nothing listens there.`])
    await api.haulier.create()
    await nats.start()
    await receiver.count(1)
    await untilReady(notifier)
  })

  await t.test('puts an event that it cannot read out of the way', async (t) => {
    const { api, nats, start } = await openProcesses(t)
    await start()
    const receiver = await startReceiver(t)
    await register(api.haulier, receiver.url)
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
    const { api, start } = await openProcesses(t)
    const receiver = await startReceiver(t)
    await register(api.haulier, receiver.url)
    const notifiers = [await start(), await start()]
    const leading = async () =>
      (await Promise.all(notifiers.map(metricsOf))).findIndex((metrics) =>
        /^ecmr_notifier_leader 1$/m.test(metrics),
      )
    await until(async () => (await leading()) >= 0, 'a leader')
    const leader = notifiers[await leading()]
    const notes: string[] = []
    const writing = (async () => {
      while (notes.length < NOTES) {
        const { id } = await api.haulier.create()
        notes.push(id)
        await report(api, id)
      }
    })()
    await receiver.count(NOTES / 2)
    leader?.child.kill('SIGKILL')
    await writing
    const planned = async (condition: string): Promise<readonly string[]> => {
      const { rows } = await api.pool.query<{ event: string }>(
        `select ecmr_id || ' ' || version as event from webhooks.deliveries where ${condition}`,
      )
      return rows.map(({ event }) => event).sort()
    }
    await until(async () => (await planned('true')).length === 2 * NOTES, 'every delivery')
    t.strictSame(await planned('true'), notes.flatMap((id) => [`${id} 1`, `${id} 2`]).sort())
    // What the dead one was sending is left alone until its lease has run out, and so is what comes after it.
    await until(async () => (await planned("status = 'pending'")).length <= 2 * AT_ONCE, 'the others')
    const settled = await planned("status <> 'pending'")
    const received = new Set(receiver.received.map(({ json }) => `${json.data.id} ${json.data.version}`))
    t.strictSame(
      settled.filter((event) => !received.has(event)),
      [],
    )
  })
})
