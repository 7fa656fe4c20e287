import { createHash } from 'node:crypto'
import { contentHash, EventNotStorable, hashEvent, sealEvent } from '@ecmr/event-store'
import t from 'tap'
import { newEvent } from '../contract/event-store/events.js'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

t.test('a hash is that of the canonical JSON, so anyone can recompute it', async (t) => {
  const { metadata } = newEvent()
  const event = newEvent({
    id: '0190a000-0000-7000-8000-000000000001',
    data: { z: 1, a: { c: [1.5, 'ñ'], b: null } },
  })
  const { actor } = metadata
  const canonical =
    '{"data":{"a":{"b":null,"c":[1.5,"ñ"]},"z":1},"id":"0190a000-0000-7000-8000-000000000001","metadata":' +
    `{"$causationId":"causation","$correlationId":"correlation","actor":{"company_id":"${actor.company_id}",` +
    `"id":"${actor.id}","kind":"api_key","name":"ERP"},"command_id":"${metadata.command_id}",` +
    '"company_id":"company-1","ecmr_number":"ECMR-2026-000000000-0","prev_hash":null,' +
    '"recorded_at":"2026-11-03T08:00:00.000Z","schema_version":1,"status":"draft"},' +
    '"revision":7,"stream":"ecmr-1","type":"EcmrEdited"}'
  t.equal(hashEvent('ecmr-1', 7, { ...event, metadata }), sha256(canonical))
})

t.test('an event carries the hash of all that it says and of where it stands', async (t) => {
  const event = newEvent()
  const { hash } = sealEvent('ecmr-1', 0, event).metadata
  t.equal(hash, hashEvent('ecmr-1', 0, event))
  const others = [
    hashEvent('ecmr-2', 0, event),
    hashEvent('ecmr-1', 1, event),
    hashEvent('ecmr-1', 0, { ...event, id: newEvent().id }),
    hashEvent('ecmr-1', 0, { ...event, type: 'EcmrEdited2' }),
    hashEvent('ecmr-1', 0, { ...event, data: {} }),
    hashEvent('ecmr-1', 0, { ...event, metadata: { ...event.metadata, prev_hash: hash } }),
    hashEvent('ecmr-1', 0, { ...event, metadata: { ...event.metadata, status: 'assigned' } }),
  ]
  t.equal(new Set([hash, ...others]).size, 8)
})

t.test('the order of members does not matter to a content hash, the order of a list does', async (t) => {
  t.equal(contentHash({ a: 1, b: [1, 2] }), contentHash({ b: [1, 2], a: 1 }))
  t.not(contentHash([1, 2]), contentHash([2, 1]))
  t.equal(contentHash({ b: 1, a: 'x' }), sha256('{"a":"x","b":1}'))
})

t.test('content without a canonical form is refused', async (t) => {
  for (const content of [Number.NaN, Number.POSITIVE_INFINITY, '\ud800', { a: ['\udc00'] }])
    t.throws(() => contentHash(content), EventNotStorable)
})
