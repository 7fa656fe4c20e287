import t from 'tap'
import { confirmDelivery, moveTo, sign, takeOver } from '../../asks.js'
import {
  assigned,
  atTheReceiver,
  created,
  delivered,
  inferred,
  onTheWay,
  signed,
  takenOver,
} from '../../facts.js'
import { given, NOW } from '../../given.js'

const EARLIER = '2026-11-20T18:00:00.000Z'

t.test('taking over', async (t) => {
  t.test(
    'is recorded with the place and the instant that were stated, in UTC',
    given(created(), assigned())
      .when(takeOver({ at: '2026-11-20T19:00:00+01:00', place: 'Sevilla' }))
      .then(takenOver({ taken_over_at: EARLIER, place: 'Sevilla' })),
  )
  t.test(
    'is now unless stated otherwise',
    given(created(), assigned())
      .when(takeOver())
      .then(takenOver({ taken_over_at: NOW })),
  )
  t.test(
    'from a draft lets the assigning be inferred',
    given(created()).when(takeOver()).then(assigned(inferred), takenOver()),
  )
  t.test(
    'happens once',
    given(...onTheWay)
      .when(takeOver())
      .refused('invalid_transition', { allowed: ['delivered', 'incident'] }),
  )
  t.test(
    'by a clock that runs five minutes ahead is now',
    given(created(), assigned())
      .when(takeOver({ at: '2026-11-21T09:35:00Z' }))
      .then(takenOver({ taken_over_at: NOW })),
  )
  for (const at of [
    '2026-11-21T09:35:01Z',
    '2025-11-01T00:00:00Z',
    '2026-02-30T10:00:00Z',
    '2026-11-20T10:00:00',
    'yesterday',
  ]) {
    t.test(
      `cannot be at ${at}`,
      given(created())
        .when(takeOver({ at }))
        .refused('invalid_command', { pointers: ['/at'] }),
    )
  }
})

t.test('delivery', async (t) => {
  t.test(
    'is recorded with instant, place and the reason for the missing signature',
    given(...onTheWay)
      .when(confirmDelivery({ at: EARLIER, place: 'Lyon', unsigned_reason: ' left at the gate ' }))
      .then(delivered({ delivered_at: EARLIER, place: 'Lyon', unsigned_reason: 'left at the gate' })),
  )
  t.test(
    'keeps no reason for a missing signature that is there',
    given(...onTheWay, signed('receiver'))
      .when(confirmDelivery({ unsigned_reason: 'left at the gate' }))
      .then(delivered()),
  )
  t.test(
    'cannot be before taking over',
    given(...onTheWay)
      .when(confirmDelivery({ at: '2026-11-20T08:01:59Z' }))
      .refused('invalid_command', { pointers: ['/at'] }),
  )
  t.test(
    'of a draft lets what lies between be inferred, no later than the delivery itself',
    given(created())
      .when(confirmDelivery({ at: EARLIER }))
      .then(
        assigned(inferred),
        takenOver({ taken_over_at: EARLIER, ...inferred }),
        delivered({ delivered_at: EARLIER }),
      ),
  )
  t.test(
    'happens once',
    given(...atTheReceiver)
      .when(confirmDelivery())
      .refused('invalid_transition', { allowed: ['incident'] }),
  )
})

t.test('a status in the update', async (t) => {
  t.test('assigned: assigns', given(created()).when(moveTo('assigned')).then(assigned()))
  t.test('in_transit: takes over', given(created(), assigned()).when(moveTo('in_transit')).then(takenOver()))
  t.test(
    'delivered: confirms the delivery',
    given(...onTheWay)
      .when(moveTo('delivered'))
      .then(delivered()),
  )
  t.test(
    'delivered: keeps the reason for the missing signature',
    given(...onTheWay)
      .when(moveTo('delivered', 'no one there'))
      .then(delivered({ unsigned_reason: 'no one there' })),
  )
  t.test(
    'straight from draft to delivered: the log misses no step',
    given(created()).when(moveTo('delivered')).then(assigned(inferred), takenOver(inferred), delivered()),
  )
  for (const [status, history] of [
    ['draft', [created()]],
    ['assigned', [created(), assigned()]],
    ['in_transit', onTheWay],
    ['delivered', atTheReceiver],
  ] as const) {
    t.test(
      `${status} on a note that is there: no event`,
      given(...history)
        .when(moveTo(status))
        .then(),
    )
  }
  t.test(
    'back to draft is refused with the ways that are open',
    given(created(), assigned())
      .when(moveTo('draft'))
      .refused('invalid_transition', { allowed: ['in_transit', 'delivered', 'incident'] }),
  )
  t.test(
    'back to assigned is refused',
    given(...onTheWay)
      .when(moveTo('assigned'))
      .refused('invalid_transition', { allowed: ['delivered', 'incident'] }),
  )
  t.test(
    'back from delivered is refused',
    given(...atTheReceiver)
      .when(moveTo('in_transit'))
      .refused('invalid_transition', { allowed: ['incident'] }),
  )
})

t.test(
  'the note tells when it was taken over and delivered, and why unsigned',
  given(created())
    .when(takeOver({ at: EARLIER }), confirmDelivery({ unsigned_reason: 'no one there' }))
    .leaves((t, note) => {
      t.equal(note.taken_over_at, EARLIER)
      t.equal(note.delivered_at, NOW)
      t.equal(note.unsigned_reason, 'no one there')
      t.equal(note.status, 'delivered')
      t.equal(note.version, 4)
    }),
)

t.test(
  'commands of one list build on each other',
  given(created())
    .when(sign('sender'), sign('carrier'), sign('receiver'))
    .then(
      signed('sender'),
      signed('carrier'),
      assigned(inferred),
      takenOver(),
      signed('receiver'),
      delivered(),
    ),
)
