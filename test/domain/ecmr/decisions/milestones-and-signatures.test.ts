import { committedFields, committedSignature, decide, signedContent } from '@ecmr/domain'
import t from 'tap'
import { confirmDelivery, edit, moveTo, sign, takeOver } from '../../asks.js'
import {
  amended,
  assigned,
  atTheReceiver,
  change,
  created,
  delivered,
  inferred,
  onTheWay,
  reverted,
  signed,
  takenOver,
} from '../../facts.js'
import {
  commit,
  after,
  context,
  eachCase,
  NOW,
  noteAfter,
  onlyTo,
  refused,
  sha256,
  specify,
} from '../../given.js'

const EARLIER = '2026-11-20T18:00:00.000Z'

t.test('taking over', async (t) => {
  eachCase(t, {
    ...after([created(), assigned()], {
      'is recorded with the place and the instant that were stated, in UTC': [
        takeOver({ at: '2026-11-20T19:00:00+01:00', place: 'Sevilla' }),
        [takenOver({ taken_over_at: EARLIER, place: 'Sevilla' })],
      ],
      'is now unless stated otherwise': [takeOver(), [takenOver({ taken_over_at: NOW })]],
      'by a clock that runs five minutes ahead is now': [
        takeOver({ at: '2026-11-21T09:35:00Z' }),
        [takenOver({ taken_over_at: NOW })],
      ],
    }),
    'from a draft lets the assigning be inferred': [
      [created()],
      takeOver(),
      [assigned(inferred), takenOver()],
    ],
    'happens once': [onTheWay, takeOver(), onlyTo('delivered', 'incident')],
  })
  for (const at of [
    '2026-11-21T09:35:01Z',
    '2025-11-01T00:00:00Z',
    '2026-02-30T10:00:00Z',
    '2026-11-20T10:00:00',
    'yesterday',
  ]) {
    eachCase(t, {
      [`cannot be at ${at}`]: [[created()], takeOver({ at }), refused('invalid_command', '/at')],
    })
  }
})

specify(t, 'delivery', {
  'is recorded with instant, place and the reason for the missing signature': [
    onTheWay,
    confirmDelivery({ at: EARLIER, place: 'Lyon', unsigned_reason: ' left at the gate ' }),
    [delivered({ delivered_at: EARLIER, place: 'Lyon', unsigned_reason: 'left at the gate' })],
  ],
  'has no reason for a missing signature that is there': [
    [...onTheWay, signed('receiver')],
    confirmDelivery({ unsigned_reason: 'left at the gate' }),
    refused('invalid_command', '/unsigned_reason'),
  ],
  'asked for again says so with the same reason only': [
    [...onTheWay, delivered({ unsigned_reason: 'left at the gate' })],
    moveTo('delivered', 'left at the gate'),
    [],
  ],
  'asked for again with another reason would lose it': [
    [...onTheWay, delivered({ unsigned_reason: 'left at the gate' })],
    moveTo('delivered', 'closed'),
    refused('invalid_command', '/unsigned_reason'),
  ],
  'cannot be before taking over': [
    onTheWay,
    confirmDelivery({ at: '2026-11-20T08:01:59Z' }),
    refused('invalid_command', '/at'),
  ],
  'of a draft lets what lies between be inferred, no later than the delivery itself': [
    [created()],
    confirmDelivery({ at: EARLIER }),
    [
      assigned(inferred),
      takenOver({ taken_over_at: EARLIER, ...inferred }),
      delivered({ delivered_at: EARLIER }),
    ],
  ],
  'happens once': [atTheReceiver, confirmDelivery(), onlyTo('incident')],
})

specify(t, 'a signature with a stated time', {
  'says it in UTC, beside the instant at which it is recorded': [
    [created()],
    sign('sender', { signed_at: '2026-11-20T19:00:00+01:00' }),
    [signed('sender', { signed_at: EARLIER })],
  ],
  'is one of now when nothing is stated': [[created()], sign('sender'), [signed('sender')]],
  'of the carrier takes the goods over at that time': [
    [created(), assigned()],
    sign('carrier', { signed_at: EARLIER, place: 'Sevilla' }),
    [
      signed('carrier', { signed_at: EARLIER, place: 'Sevilla' }),
      takenOver({ taken_over_at: EARLIER, place: 'Sevilla' }),
    ],
  ],
  'of the receiver delivers them at that time': [
    onTheWay,
    sign('receiver', { signed_at: EARLIER }),
    [signed('receiver', { signed_at: EARLIER }), delivered({ delivered_at: EARLIER })],
  ],
  'by a clock that runs five minutes ahead is one of now': [
    onTheWay,
    sign('receiver', { signed_at: '2026-11-21T09:35:00Z' }),
    [signed('receiver', { signed_at: NOW }), delivered({ delivered_at: NOW })],
  ],
  'cannot be in the future': [
    onTheWay,
    sign('receiver', { signed_at: '2026-11-21T09:35:01Z' }),
    refused('invalid_command', '/signed_at'),
  ],
  'cannot be of another year': [
    onTheWay,
    sign('receiver', { signed_at: '2025-11-01T00:00:00Z' }),
    refused('invalid_command', '/signed_at'),
  ],
  'of the receiver cannot be before the taking over': [
    onTheWay,
    sign('receiver', { signed_at: '2026-11-20T08:01:59Z' }),
    refused('invalid_command', '/signed_at'),
  ],
  'of the sender may be before everything that was recorded': [
    onTheWay,
    sign('sender', { signed_at: '2026-11-19T08:00:00Z' }),
    [signed('sender', { signed_at: '2026-11-19T08:00:00.000Z' })],
  ],
  'cannot be before the party’s own earlier one': [
    [
      created(),
      signed('sender', { signed_at: EARLIER }),
      amended('recounted', change('goods_packages', null, 21)),
    ],
    sign('sender', { signed_at: '2026-11-20T17:59:59Z' }),
    refused('invalid_command', '/signed_at'),
  ],
  'may be before one that was given by mistake': [
    [...onTheWay, signed('receiver'), delivered(), reverted()],
    sign('receiver', { signed_at: '2026-11-20T08:02:30Z' }),
    [
      signed('receiver', { signed_at: '2026-11-20T08:02:30.000Z' }),
      delivered({ delivered_at: '2026-11-20T08:02:30.000Z' }),
    ],
  ],
  'is shown as stated, with the instant of its recording': [
    [created()],
    [sign('sender', { signed_at: EARLIER }), sign('carrier')],
    (t, note) => {
      const [sender, carrier] = note.signatures
      t.match([sender?.signed_at, sender?.recorded_at], [EARLIER, NOW])
      t.equal(carrier?.signed_at, NOW)
      t.notOk(carrier && 'recorded_at' in carrier)
      t.match([note.taken_over_at, note.taken_over_recorded_at], [NOW, NOW])
    },
  ],
})

t.test('a status in the update', async (t) => {
  eachCase(t, {
    'assigned: assigns': [[created()], moveTo('assigned'), [assigned()]],
    'in_transit: takes over': [[created(), assigned()], moveTo('in_transit'), [takenOver()]],
    'in_transit: takes over at the instant that is stated': [
      [created(), assigned()],
      moveTo('in_transit', undefined, EARLIER),
      [takenOver({ taken_over_at: EARLIER })],
    ],
    'in_transit: asked for again with the same time changes nothing': [
      [created(), assigned(), takenOver({ taken_over_at: EARLIER })],
      moveTo('in_transit', undefined, EARLIER),
      [],
    ],
    'in_transit: asked for again with another time is refused': [
      [created(), assigned(), takenOver({ taken_over_at: EARLIER })],
      moveTo('in_transit', undefined, '2026-11-20T17:00:00Z'),
      refused('invalid_command', '/at'),
    ],
    'delivered: confirms the delivery': [onTheWay, moveTo('delivered'), [delivered()]],
    'delivered: keeps the reason for the missing signature': [
      onTheWay,
      moveTo('delivered', 'no one there'),
      [delivered({ unsigned_reason: 'no one there' })],
    ],
    'straight from draft to delivered: the log misses no step': [
      [created()],
      moveTo('delivered'),
      [assigned(inferred), takenOver(inferred), delivered()],
    ],
  })
  for (const [status, history] of [
    ['draft', [created()]],
    ['assigned', [created(), assigned()]],
    ['in_transit', onTheWay],
    ['delivered', atTheReceiver],
  ] as const) {
    eachCase(t, {
      [`${status} on a note that is there: no event`]: [history, moveTo(status), []],
    })
  }
  eachCase(t, {
    'back to draft is refused with the ways that are open': [
      [created(), assigned()],
      moveTo('draft'),
      onlyTo('in_transit', 'delivered', 'incident'),
    ],
    'back to assigned is refused': [onTheWay, moveTo('assigned'), onlyTo('delivered', 'incident')],
    'back from delivered is refused': [atTheReceiver, moveTo('in_transit'), onlyTo('incident')],
  })
})

eachCase(t, {
  'the note tells when it was taken over and delivered, and why unsigned': [
    [created()],
    [takeOver({ at: EARLIER }), confirmDelivery({ unsigned_reason: 'no one there' })],
    (t, note) => {
      t.equal(note.taken_over_at, EARLIER)
      t.equal(note.delivered_at, NOW)
      t.equal(note.unsigned_reason, 'no one there')
      t.equal(note.status, 'delivered')
      t.equal(note.version, 4)
    },
  ],
  'commands of one list build on each other': [
    [created()],
    [sign('sender'), sign('carrier'), sign('receiver')],
    [signed('sender'), signed('carrier'), assigned(inferred), takenOver(), signed('receiver'), delivered()],
  ],
})

eachCase(t, {
  ...after([created()], {
    'the sender’s signature is just that': [sign('sender'), [signed('sender')]],
    'the carrier’s signature on a draft lets the assigning be inferred': [
      sign('carrier'),
      [signed('carrier'), assigned(inferred), takenOver()],
    ],
    'the receiver’s signature on a draft lets everything in between be inferred': [
      sign('receiver'),
      [signed('receiver'), assigned(inferred), takenOver(inferred), delivered()],
    ],
    'the same content is not signed twice by one role within one list either': [
      [sign('sender'), sign('sender')],
      refused('already_signed'),
    ],
    'what the signer says stays on the signature': [
      sign('sender', {
        signer_tax_id: '1Z',
        method: 'drawn',
        signature_image: 'data:image/png;base64,AA==',
        remarks: 'ok',
      }),
      [
        signed('sender', {
          signer_tax_id: '1Z',
          method: 'drawn',
          signature_image: 'data:image/png;base64,AA==',
          remarks: 'ok',
        }),
      ],
    ],
  }),
  'the carrier’s signature takes the goods over': [
    [created(), assigned()],
    sign('carrier', { place: 'Sevilla' }),
    [signed('carrier', { place: 'Sevilla' }), takenOver({ place: 'Sevilla' })],
  ],
  'the carrier signs after taking over without taking over again': [
    onTheWay,
    sign('carrier'),
    [signed('carrier')],
  ],
  'the receiver’s signature confirms the delivery': [
    onTheWay,
    sign('receiver'),
    [signed('receiver'), delivered()],
  ],
  'a party that had not signed may still do so after the delivery': [
    atTheReceiver,
    [sign('receiver'), sign('sender'), sign('carrier')],
    [signed('receiver'), signed('sender'), signed('carrier')],
  ],
  'the same content is not signed twice by one role': [
    [created(), signed('sender')],
    sign('sender'),
    refused('already_signed'),
  ],
})

t.test('a signature’s hashes', async (t) => {
  const note = noteAfter(created())
  const made = decide(
    note,
    [sign('sender'), edit({ reference: 'PO-1' }, 'forgotten'), sign('sender')],
    context,
  )
  if (!made.ok || made.note === null) throw new Error('not accepted')
  const [first, second] = made.note.signatures
  if (!first || !second) throw new Error('not signed twice')

  t.equal(
    first.content_hash,
    sha256(committedFields(signedContent(note.fields), commit)),
    'content_hash is over all fields as they stood',
  )
  t.equal(second.content_hash, sha256(committedFields(signedContent(made.note.fields), commit)))
  t.not(first.content_hash, second.content_hash)
  t.equal(first.previous_signature_hash, null)
  t.equal(second.previous_signature_hash, first.signature_hash, 'each names the one before it')

  const { signature_hash, signed_at, covers_current_version, ...unsealed } = second
  t.equal(
    signature_hash,
    sha256(committedSignature(unsealed, commit)),
    'signature_hash is over the signature without that member',
  )
  t.ok(signed_at)
  t.ok(covers_current_version)
})
