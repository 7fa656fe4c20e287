import { noteLimits } from '@ecmr/domain'
import t from 'tap'
import { confirmDelivery, moveTo, report, revertDelivery, sign, takeOver } from '../../asks.js'
import {
  assigned,
  assignedTo,
  atTheReceiver,
  created,
  delivered,
  type Fact,
  inferred,
  onTheWay,
  reported,
  reverted,
  signed,
  takenOver,
} from '../../facts.js'
import { NOW, noteAfter, onlyTo, refused, specify } from '../../given.js'

const DELIVERED_AT = '2026-11-20T08:03:00.000Z'
const jumped = [assigned(inferred), takenOver(inferred), delivered()] as const

specify(t, 'taking a delivery back', {
  'records which delivery it was, where the note stands again, and why': [
    atTheReceiver,
    revertDelivery(' it was another note '),
    [reverted({ delivered_at: DELIVERED_AT })],
  ],
  'leads to the carrier’s assignment when the taking over was only inferred': [
    [created(), assignedTo('Ruiz'), takenOver(inferred), delivered()],
    revertDelivery(),
    [reverted({ back_to: 'assigned' })],
  ],
  'leads to a draft when nothing else had been reported': [
    [created(), ...jumped],
    revertDelivery(),
    [reverted({ back_to: 'draft' })],
  ],
  'is possible while an incident is open, which stays open': [
    [...atTheReceiver, reported()],
    revertDelivery(),
    (t, note) => t.match(note, { status: 'incident', progress: 'in_transit' }),
  ],
  'needs a reason': [atTheReceiver, revertDelivery(' '), refused('invalid_command', '/reason')],
  'needs a delivery': [onTheWay, revertDelivery(), refused('cannot_revert')],
  'happens once for each delivery': [
    [...atTheReceiver, reverted({ delivered_at: DELIVERED_AT })],
    revertDelivery(),
    refused('cannot_revert'),
  ],
  'is not possible once personal data were erased': [
    [
      ...atTheReceiver,
      {
        type: 'PersonalDataErased',
        data: { categories: ['people'], reason: 'asked for', by: 'owner', keys: [] },
      },
    ],
    revertDelivery(),
    refused('cannot_revert'),
  ],
  'is not possible without end': [
    [...onTheWay, ...times(noteLimits.revertedDeliveries, delivered(), reverted()), delivered()],
    revertDelivery(),
    refused('too_many'),
  ],
  'is what is offered where a person tries to go back': [
    atTheReceiver,
    moveTo('in_transit'),
    onlyTo('incident'),
  ],
})

function times(count: number, ...facts: readonly Fact[]): readonly Fact[] {
  return Array.from({ length: count }, () => facts).flat()
}

specify(t, 'a note whose delivery was taken back', {
  'says nothing of a delivery any more, and keeps that there was one': [
    [...onTheWay, delivered({ delivered_at: DELIVERED_AT, unsigned_reason: 'closed' })],
    revertDelivery(),
    (t, note) => {
      t.match(note, { status: 'in_transit', taken_over_at: '2026-11-20T08:02:00.000Z' })
      for (const member of ['delivered_at', 'delivery_recorded_at', 'unsigned_reason'])
        t.notOk(member in note, member)
      t.strictSame(note.reverted_deliveries, [
        {
          delivered_at: DELIVERED_AT,
          delivery_recorded_at: '2026-11-20T08:03:00.000Z',
          reverted_at: NOW,
          reason: 'it was another note',
        },
      ])
    },
  ],
  'has not been taken over when that was only inferred': [
    [created(), ...jumped],
    revertDelivery(),
    (t, note) => t.notOk('taken_over_at' in note),
  ],
  'keeps the receiver’s signature, which is no receipt any more': [
    [...onTheWay, signed('sender'), signed('receiver'), delivered()],
    revertDelivery(),
    (t, note) =>
      t.match(note.signatures, [
        { role: 'sender', covers_current_version: true },
        { role: 'receiver', covers_current_version: false, delivery_reverted_at: NOW },
      ]),
  ],
  'is delivered by the receiver signing again': [
    [...onTheWay, signed('receiver'), delivered(), reverted()],
    sign('receiver'),
    [signed('receiver'), delivered()],
  ],
  'is delivered by a reason why the receiver has not signed': [
    [...onTheWay, signed('receiver'), delivered(), reverted()],
    confirmDelivery({ unsigned_reason: 'closed' }),
    [delivered({ unsigned_reason: 'closed' })],
  ],
  'is taken over when that had only been inferred': [
    [created(), ...jumped, reverted({ back_to: 'draft' })],
    takeOver(),
    [assigned(inferred), takenOver()],
  ],
  'takes part in what else happens': [
    [...atTheReceiver, reverted()],
    [report(), confirmDelivery()],
    refused('incident_open'),
  ],
})

t.test('a strict company asks for the receiver’s signature anew', async (t) => {
  const strict = [created({}, 'strict'), assignedTo('Ruiz'), takenOver(), signed('receiver'), delivered()]
  const note = noteAfter(...strict, reverted())
  t.equal(note.status, 'in_transit')
  t.notOk(note.signatures.some(({ covers_current_version: covers }) => covers))
})
