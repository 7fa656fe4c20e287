import { type ReadEvent, replay, SCHEMA_VERSION, toEcmrEvent, unknownHistory } from '@ecmr/domain'
import t from 'tap'
import { created, signed } from '../facts.js'
import { fold, noteAfter, stamped } from '../given.js'

const metadata = { recorded_at: '2026-11-20T08:00:00.000Z', schema_version: 1 }
const recorded: readonly ReadEvent[] = stamped([created(), signed('sender')]).map(({ type, at, data }) => ({
  type,
  data,
  metadata: { recorded_at: at },
}))

t.test('a recorded event is read as the event it was', async (t) => {
  const events = recorded.map(toEcmrEvent)
  t.strictSame(events, stamped([created(), signed('sender')]))
})

t.test('an unknown type is not read', async (t) => {
  t.equal(toEcmrEvent({ type: 'GoodsTeleported', data: {}, metadata }), undefined)
  t.equal(toEcmrEvent({ type: 'toString', data: {}, metadata }), undefined)
})

t.test('a known type of a newer version is not read', async (t) => {
  const newer = { ...metadata, schema_version: SCHEMA_VERSION + 1 }
  t.equal(toEcmrEvent({ type: 'EcmrCancelled', data: { reason: 'x' }, metadata: newer }), undefined)
})

t.test('members that a later version added do not matter', async (t) => {
  const event = toEcmrEvent({ type: 'EcmrCancelled', data: { reason: 'x', mood: 'bad' }, metadata })
  t.equal(event?.type, 'EcmrCancelled')
})

t.test('data that cannot be what its type says is a fault that names the place', async (t) => {
  const broken: readonly (readonly [RegExp, ReadEvent])[] = [
    [/EcmrCancelled is malformed at \/reason/, { type: 'EcmrCancelled', data: {}, metadata }],
    [/EcmrEdited is malformed at \/changes/, { type: 'EcmrEdited', data: { changes: 'all' }, metadata }],
    [
      /EcmrEdited is malformed at \/changes\/0\/field/,
      { type: 'EcmrEdited', data: { changes: [{ old: 1, new: 2 }] }, metadata },
    ],
  ]
  for (const [message, event] of broken)
    t.throws(() => toEcmrEvent(event), { name: 'MalformedEvent', message })
})

t.test('a stream is folded', async (t) => {
  t.strictSame(replay(recorded), { note: fold(stamped([created(), signed('sender')])), unknown: [] })
  t.strictSame(replay([]), { note: null, unknown: [] })
})

t.test('unknown events count in the version, are named, and refuse commands', async (t) => {
  const later = { recorded_at: '2026-11-22T08:00:00.000Z' }
  const teleported = { type: 'GoodsTeleported', data: {}, metadata: later }
  const { note, unknown } = replay([...recorded, teleported, teleported])
  t.match(note, { version: 4, updated_at: later.recorded_at, fields: noteAfter(created()).fields })
  t.strictSame(unknown, ['GoodsTeleported', 'GoodsTeleported'])
  t.match(unknownHistory(unknown), { code: 'unknown_history', detail: /has GoodsTeleported;/ })
})
