import type { JsonObject } from '@ecmr/domain'
import { EventNotStorable, hashEvent, sealEvent } from '@ecmr/event-store'
import type { Test } from 'tap'
import type { NewLog } from './contract.js'
import { newEvent, newEvents, newStream } from './events.js'

const legal: Readonly<Record<string, JsonObject>> = {
  'text in many scripts': {
    city: 'Żory · Αθήνα · 東京 · 🚛',
    quote: '"\\/\b\f\n\r\t',
    controls: '\u0001\u007f\u2028',
  },
  'text that looks like an escape': { note: '\\u0000 \\\\u0000 \\ud800' },
  'keys of every kind': { '': 1, ' ': 2, $id: 3, ключ: 4, constructor: 5, length: 6 },
  'odd numbers': {
    tiny: 5e-324,
    huge: 1.7976931348623157e308,
    long: 0.1 + 0.2,
    whole: 2 ** 53,
    big: 1e21,
    small: 1e-7,
  },
  'negative numbers': { minus: -1.5, small: -1e-9 },
  'empty values': { nothing: null, list: [], object: {}, text: '', no: false },
  'nested values': { list: [[1, [2, { deep: [null, true] }]], { a: { b: { c: 'd' } } }] },
}

export async function content(t: Test, newLog: NewLog): Promise<void> {
  const store = await (await newLog(t))()

  for (const [what, data] of Object.entries(legal)) {
    await t.test(`${what} comes back as it was recorded, and so does its hash`, async (t) => {
      const stream = newStream()
      const event = sealEvent(stream, 0, newEvent({ data }))
      await store.append(stream, 'no_stream', [event])
      const [recorded] = await store.readStream(stream)
      t.strictSame(recorded?.data, data)
      t.strictSame(recorded?.metadata, event.metadata)
      t.equal(recorded && hashEvent(stream, 0, recorded), event.metadata.hash)
    })
  }

  const refused = {
    'text with U+0000': newEvent({ data: { note: 'a\u0000b' } }),
    'a key with U+0000': newEvent({ data: { 'a\u0000b': 1 } }),
    'half a surrogate pair': newEvent({ data: { note: 'a\ud83d' } }),
    'an id that is no UUID': newEvent({ id: 'event-1' }),
    'a time without milliseconds': newEvent({
      metadata: { ...newEvent().metadata, recorded_at: '2026-11-03T08:00:00Z' },
    }),
  }
  for (const [what, event] of Object.entries(refused)) {
    await t.test(`${what} is refused, and nothing of its append is recorded`, async (t) => {
      const stream = newStream()
      await t.rejects(store.append(stream, 'no_stream', [newEvent(), event]), EventNotStorable)
      t.strictSame(await store.readStream(stream), [])
    })
  }

  await t.test('an append without events, or with one event twice, is refused', async (t) => {
    const event = newEvent()
    await t.rejects(store.append(newStream(), 'no_stream', []), EventNotStorable)
    await t.rejects(store.append(newStream(), 'no_stream', [event, event]), EventNotStorable)
  })

  await t.test('an event of almost 1 MiB is recorded', async (t) => {
    const stream = newStream()
    const data = { signature_image: 'x'.repeat(1024 * 1024 - 2_000) }
    t.match(await store.append(stream, 'no_stream', [newEvent({ data })]), { ok: true })
    t.strictSame((await store.readStream(stream))[0]?.data, data)
  })

  await t.test('an append of more than 1 MiB in all is refused and says so', async (t) => {
    const stream = newStream()
    const half = newEvent({ data: { signature_image: 'x'.repeat(600 * 1024) } })
    const error = { name: 'EventNotStorable', message: /1048576/ }
    await t.rejects(store.append(stream, 'no_stream', [half, { ...half, id: newEvent().id }]), error)
    t.strictSame(await store.readStream(stream), [])
  })

  await t.test('a refused append does not touch those that come with it', async (t) => {
    const streams = Array.from({ length: 8 }, () => newStream())
    const bad = newEvent({ data: { note: '\u0000' } })
    const results = await Promise.allSettled(
      streams.map((stream, n) => store.append(stream, 'no_stream', n === 3 ? [bad] : newEvents(2))),
    )
    const outcomes = results.map((result) => result.status)
    t.strictSame(
      outcomes,
      streams.map((_, n) => (n === 3 ? 'rejected' : 'fulfilled')),
    )
  })
}
