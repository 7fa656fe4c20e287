import { randomBytes } from 'node:crypto'
import type { RecordedEvent } from '@ecmr/event-store'
import t from 'tap'
import { natsServer, withoutNatsServer } from '../support/nats-server.js'
import { openBroker, operator, startConsumer, waitingEvents } from './support/nats.js'
import { recordedEvent, recordedEvents } from './support/recorded-event.js'

const MAX_APPEND_BYTES = 1024 * 1024

/** As large as any store takes: data and metadata and twice the type, together 1 MiB. */
function largestEvent(text: string): RecordedEvent {
  const event = recordedEvent({ data: { text: '' } })
  const { data, metadata, type } = event
  const used = [data, metadata, type + type].map((part) => Buffer.byteLength(JSON.stringify(part)))
  const room = MAX_APPEND_BYTES - used.reduce((sum, size) => sum + size, 0) + 2
  const cut = Buffer.from(text)
    .subarray(0, room - (room % 4))
    .toString()
  return { ...event, data: { text: cut.padEnd(cut.length + (room % 4), '.') } }
}

t.test('publishing to NATS', { skip: withoutNatsServer }, async (t) => {
  const server = await natsServer(t)
  const { jsm } = await operator(t, server)
  const tested = openBroker(t, server)
  const { broker } = tested
  await tested.ready()

  await t.test('stores an event under its company and type, with its id', async (t) => {
    const event = recordedEvent()
    await broker.publish(event)
    const { subject, data, header } = await jsm.streams.getMessage('ECMR_EVENTS', { seq: 1 })
    t.equal(subject, 'ecmr.events.company-1.EcmrEdited')
    t.equal(header.get('Nats-Msg-Id'), event.id)
    t.strictSame(JSON.parse(Buffer.from(data).toString()), event)
  })

  await t.test('again changes nothing', async (t) => {
    const event = recordedEvent()
    const before = await waitingEvents(jsm)
    await Promise.all([broker.publish(event), broker.publish(event), broker.publish(event)])
    t.equal(await waitingEvents(jsm), before + 1)
  })

  await t.test('takes any number of events at once', async (t) => {
    const before = await waitingEvents(jsm)
    await Promise.all(recordedEvents(1_000).map((event) => broker.publish(event)))
    t.equal(await waitingEvents(jsm), before + 1_000)
  })

  const names = ['a.b', '*', '>', 'two words', '', 'ñandú', "a~(b)'!", 'line\nbreak']
  await t.test('makes one word of any company id', async (t) => {
    for (const company_id of names) {
      const event = recordedEvent()
      await broker.publish({ ...event, metadata: { ...event.metadata, company_id } })
      const { subject } = await jsm.streams.getMessage('ECMR_EVENTS', { last_by_subj: 'ecmr.events.>' })
      t.match(subject, /^ecmr\.events\.[A-Za-z0-9_%-]+\.EcmrEdited$/, JSON.stringify(company_id))
    }
  })

  const bytes = randomBytes(MAX_APPEND_BYTES)
  const texts = {
    'an image': bytes.toString('base64'),
    'arbitrary text': Buffer.from(bytes.map((byte) => 35 + (byte % 57))).toString('latin1'),
    'text of any script': [...bytes.subarray(0, MAX_APPEND_BYTES / 4)]
      .map((byte, index) => String.fromCodePoint(0x1_0000 + byte * 4_000 + (index % 4_000)))
      .join(''),
  }
  for (const [what, text] of Object.entries(texts)) {
    await t.test(`carries the largest event that a store takes, full of ${what}, as it is`, async (t) => {
      await jsm.streams.purge('ECMR_EVENTS')
      const event = largestEvent(text)
      t.ok(Buffer.byteLength(JSON.stringify(event)) > MAX_APPEND_BYTES, 'larger than a message of NATS')
      await broker.publish(event)
      const consumer = startConsumer(t, tested)
      await consumer.count(1)
      t.strictSame(consumer.batches[0]?.[0], event)
      await consumer.stop()
    })
  }
})
