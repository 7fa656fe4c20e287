import { allowedTransitions } from '@ecmr/domain'
import t from 'tap'
import { confirmDelivery, edit, moveTo, resolve, sign, takeOver } from '../asks.js'
import {
  assigned,
  change,
  cmrFields,
  created,
  decaFields,
  delivered,
  edited,
  inferred,
  issued,
  reported,
  resolved,
  signed,
  takenOver,
} from '../facts.js'
import { after, noteAfter, refused, specify } from '../given.js'

const strict = created({}, 'strict')
const complete = created(cmrFields, 'strict')
const national = created(decaFields, 'strict')
const { issue_place: _, ...placeless } = cmrFields
const within = { sender_country: 'ES', receiver_country: 'ES' } as const
const ready = [complete, assigned(), signed('sender'), signed('carrier')] as const
const rolling = [
  complete,
  assigned(),
  signed('sender'),
  signed('carrier'),
  takenOver({ taken_over_at: '2026-11-20T08:04:00.000Z' }),
] as const

specify(t, 'assigned', {
  'needs a carrier’s name': [[strict], moveTo('assigned'), refused('incomplete', '/carrier_company_name')],
  'is reached with one': [[complete], moveTo('assigned'), [assigned()]],
  'is not kept without one': [
    [complete, assigned()],
    edit({ carrier_company_name: null }),
    (t, note) => t.equal(note.status, 'draft'),
  ],
})

specify(t, 'in transit', {
  'needs the DeCA’s data, and each is named': [
    [created({ ...within, carrier_company_name: 'Ruiz' }, 'strict'), assigned()],
    takeOver(),
    refused(
      'incomplete',
      '/contractual_shipper_tax_id',
      '/carrier_tax_id',
      '/goods_weight_kg',
      '/vehicle_plate',
      '',
    ),
  ],
  'names all that is missing for all steps at once, each once': [
    [created(placeless, 'strict')],
    moveTo('delivered'),
    refused('incomplete', '/issue_place', '/signature', '/signature', '/signature'),
  ],
  'needs the particulars of CMR art. 6 across a border': [
    [created(placeless, 'strict'), assigned(), signed('sender')],
    sign('carrier'),
    refused('incomplete', '/issue_place'),
  ],
  'needs the issued control document and no signatures within Spain': [
    [national, assigned()],
    takeOver(),
    refused('document_required'),
  ],
  'is reached with the document within Spain': [
    [national, assigned(), issued({ kind: 'deca', note_version: 2 })],
    takeOver(),
    [takenOver()],
  ],
  'is not reached with a document of the other kind': [
    [national, assigned(), issued()],
    takeOver(),
    refused('document_required'),
  ],
  'needs the carrier’s name alone where the regime is not known': [
    [created({ carrier_company_name: 'Ruiz' }, 'strict'), assigned()],
    takeOver(),
    [takenOver()],
  ],
  'needs the sender’s and the carrier’s signature across a border': [
    [complete, assigned()],
    takeOver(),
    refused('signature_required'),
  ],
  'needs signatures of the present content': [
    [...ready, edited(change('reference', null, 'x'))],
    takeOver(),
    refused('signature_required'),
  ],
  'is reached with all of it': [ready, moveTo('in_transit'), [takenOver()]],
  'is reached by the carrier’s signature after the sender’s': [
    [complete, assigned(), signed('sender')],
    sign('carrier'),
    [signed('carrier'), takenOver()],
  ],
  'is not reached by the carrier’s signature before the sender’s': [
    [complete, assigned()],
    sign('carrier'),
    refused('signature_required'),
  ],
  'may jump over a step whose needs are met': [
    [complete, signed('sender')],
    sign('carrier'),
    [signed('carrier'), assigned(inferred), takenOver()],
  ],
  'does not jump over a step whose needs are not met': [
    [strict],
    moveTo('delivered', 'x'),
    refused('incomplete', '/carrier_company_name'),
  ],
  'keeps the DeCA complete': [
    [national, assigned(), takenOver({ taken_over_at: '2026-11-20T08:02:00.000Z' })],
    edit({ vehicle_plate: null }, 'sold'),
    refused('incomplete', '/vehicle_plate'),
  ],
})

specify(t, 'delivered', {
  ...after(rolling, {
    'needs the receiver’s signature or a reason': [moveTo('delivered'), refused('signature_required')],
    'is reached with a reason': [
      confirmDelivery({ unsigned_reason: 'no one there' }),
      [delivered({ unsigned_reason: 'no one there' })],
    ],
    'is reached by the receiver’s signature': [sign('receiver'), [signed('receiver'), delivered()]],
  }),
  'is reached by resolving an incident as delivered with reservations': [
    [...rolling, reported()],
    resolve('delivered_with_reservations'),
    [
      resolved({ outcome: 'delivered_with_reservations' }),
      delivered({ unsigned_reason: 'engine failure near Girona' }),
    ],
  ],
  'is not reached that way by goods that could not leave': [
    [strict, reported()],
    resolve('delivered_with_reservations'),
    refused('incomplete'),
  ],
})

t.test('allowed transitions', async (t) => {
  t.strictSame(allowedTransitions(noteAfter(strict)), ['incident'])
  t.strictSame(allowedTransitions(noteAfter(complete)), ['assigned', 'incident'])
  t.strictSame(allowedTransitions(noteAfter(...ready)), ['in_transit', 'delivered', 'incident'])
  t.strictSame(allowedTransitions(noteAfter(...rolling)), ['delivered', 'incident'])
  t.strictSame(allowedTransitions(noteAfter(...rolling, reported())), [])
  t.strictSame(allowedTransitions(noteAfter(created())), ['assigned', 'in_transit', 'delivered', 'incident'])
})
