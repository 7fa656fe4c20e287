import { decide, fieldNames } from '@ecmr/domain'
import t from 'tap'
import { create, edit, sign } from '../../asks.js'
import {
  amended,
  assigned,
  assignedTo,
  atTheReceiver,
  change,
  created,
  edited,
  onTheWay,
  signed,
  unassigned,
  vehicleChanged,
} from '../../facts.js'
import { after, context, eachCase, expectDecision, noteAfter, refused, specify } from '../../given.js'

eachCase(t, {
  ...after([], {
    'a new note holds the fields it was given': [create(), [created()]],
    'naming a carrier at creation assigns it': [
      create({ carrier_company_name: 'Transportes Ruiz SA' }),
      [created({ carrier_company_name: 'Transportes Ruiz SA' }), assigned()],
    ],
    'details of a carrier without a name leave the note a draft': [
      create({ carrier_phone: '600' }),
      [created({ carrier_phone: '600' })],
    ],
    'white space around texts is cut, in lists too': [
      create({ sender_city: '  Sevilla\n', seal_numbers: [' S1 '], goods_items: [{ description: ' oil ' }] }),
      [created({ seal_numbers: ['S1'], goods_items: [{ description: 'oil' }] })],
    ],
    'fields that contradict each other are all named': [
      create({ delivery_date: '2026-11-01', cod_amount: '10.00' }),
      refused('invalid_command', '/delivery_date', '/cod_currency'),
    ],
  }),
  'the same id cannot be created twice': [[created()], create(), refused('already_exists')],
})

const named = created({ carrier_company_name: 'Transportes Ruiz SA' })

specify(t, 'before the first signature', {
  ...after([created()], {
    'an edit keeps the old and the new value of what changed': [
      edit({ sender_city: 'Huelva', reference: 'PO-1', receiver_city: 'Lyon' }),
      [edited(change('sender_city', 'Sevilla', 'Huelva'), change('reference', null, 'PO-1'))],
    ],
    'an edit that changes nothing yields no event': [edit({ sender_city: ' Sevilla ' }), []],
    'an edit without fields yields no event': [edit({}), []],
    'clearing what is not there yields no event': [edit({ reference: null }), []],
    'a contradiction with a field of the note is refused': [
      edit({ delivery_date: '2026-11-22' }),
      refused('invalid_command', '/delivery_date'),
    ],
  }),
  'null clears an optional field': [
    [created({ reference: 'PO-1' })],
    edit({ reference: null }),
    (t, note) => t.notOk('reference' in note.fields),
  ],
  'lists are compared by content': [
    [created({ goods_items: [{ description: 'oil', packages: 3 }] })],
    edit({ goods_items: [{ packages: 3, description: 'oil' }] }),
    [],
  ],
  'a contradiction that was there before does not stand in the way of other changes': [
    [created({ delivery_date: '2026-11-01' })],
    edit({ reference: 'PO-1' }),
    [edited(change('reference', null, 'PO-1'))],
  ],
})

specify(t, 'the carrier', {
  ...after([created()], {
    'is assigned by naming it, and the draft with it': [
      edit({ carrier_company_name: 'Transportes Ruiz SA' }),
      [assignedTo('Transportes Ruiz SA')],
    ],
    'is assigned beside an edit of other fields': [
      edit({ reference: 'PO-1', carrier_company_name: 'Transportes Ruiz SA' }),
      [edited(change('reference', null, 'PO-1')), assignedTo('Transportes Ruiz SA')],
    ],
    'is not assigned by a detail as long as no carrier is named': [
      edit({ carrier_phone: '600' }),
      [edited(change('carrier_phone', null, '600'))],
    ],
    'needs no reason before any signature; one that is given is kept': [
      edit({ carrier_company_name: 'Ruiz', reference: 'A-1' }, 'why not'),
      [
        edited([change('reference', null, 'A-1')], 'why not'),
        assigned({ changes: [change('carrier_company_name', null, 'Ruiz')], reason: 'why not' }),
      ],
    ],
  }),
  'is assigned by a detail once a carrier is named': [
    [named],
    edit({ carrier_phone: '600' }),
    [assigned({ changes: [change('carrier_phone', null, '600')] })],
  ],
  'can be taken off the note again, which is a draft then': [
    [created(), assignedTo('Ruiz')],
    edit({ carrier_company_name: null }),
    [unassigned()],
  ],
  'is taken off with its details, beside an edit of other fields': [
    [created({ carrier_company_name: 'Ruiz', carrier_phone: '600' }), assigned()],
    edit({ reference: 'PO-1', carrier_company_name: null, carrier_phone: null }),
    [
      edited(change('reference', null, 'PO-1')),
      unassigned({
        changes: [change('carrier_company_name', 'Ruiz', null), change('carrier_phone', '600', null)],
      }),
    ],
  ],
  'is taken off after a signature with a reason, which is kept': [
    [created(), assignedTo('Ruiz'), signed('sender')],
    edit({ carrier_company_name: null }, 'withdrew'),
    [unassigned({ reason: 'withdrew' })],
  ],
  'is not taken off after a signature without a reason': [
    [created(), assignedTo('Ruiz'), signed('sender')],
    edit({ carrier_company_name: null }),
    refused('amendment_reason_required'),
  ],
  'is assigned by its name whichever way that came': [
    [created(), assignedTo('Ruiz'), unassigned()],
    edit({ carrier_company_name: 'Ruiz' }),
    (t, note) => t.equal(note.status, 'assigned'),
  ],
  'is changed for another without leaving the status': [
    [created({ carrier_company_name: 'Ruiz' }), assigned()],
    edit({ carrier_company_name: 'Gómez' }),
    [assigned({ changes: [change('carrier_company_name', 'Ruiz', 'Gómez')] })],
  ],
  'is taken off under the strict policy too, since a draft needs none': [
    [created({ carrier_company_name: 'Ruiz' }, 'strict'), assigned()],
    edit({ carrier_company_name: null }),
    [unassigned()],
  ],
  'that an older note names without being assigned stays until it changes': [
    [named],
    edit({ carrier_company_name: 'Transportes Ruiz SA', reference: 'PO-1' }),
    (t, note) => t.equal(note.status, 'draft'),
  ],
  'is changed after a signature with a reason only': [
    [created(), signed('sender')],
    edit({ carrier_company_name: 'Ruiz' }),
    refused('amendment_reason_required'),
  ],
  'keeps the reason for which it was changed after a signature': [
    [created(), signed('sender')],
    edit({ carrier_company_name: 'Ruiz' }, 'first one ill'),
    [assigned({ changes: [change('carrier_company_name', null, 'Ruiz')], reason: 'first one ill' })],
  ],
})

specify(
  t,
  'after a signature',
  after([created(), signed('sender')], {
    'a change without a reason is refused': [
      edit({ sender_city: 'Huelva' }),
      refused('amendment_reason_required'),
    ],
    'a blank reason is none': [edit({ sender_city: 'Huelva' }, ' '), refused('amendment_reason_required')],
    'a change with a reason is an amendment': [
      edit({ sender_city: 'Huelva' }, 'wrong depot'),
      [amended('wrong depot', change('sender_city', 'Sevilla', 'Huelva'))],
    ],
    'what changes nothing needs no reason': [edit({ sender_city: 'Sevilla' }), []],
    'earlier signatures no longer cover the note': [
      edit({ sender_city: 'Huelva' }, 'wrong depot'),
      (t, note) =>
        t.strictSame(
          note.signatures.map((one) => one.covers_current_version),
          [false],
        ),
    ],
    'changing back to what was signed does not revive a signature': [
      [edit({ sender_city: 'Huelva' }, 'wrong depot'), edit({ sender_city: 'Sevilla' }, 'right after all')],
      (t, note) => t.equal(note.signatures[0]?.covers_current_version, false),
    ],
    'signing again covers the note and keeps both signatures': [
      [edit({ sender_city: 'Huelva' }, 'wrong depot'), sign('sender')],
      (t, note) =>
        t.strictSame(
          note.signatures.map((one) => one.covers_current_version),
          [false, true],
        ),
    ],
  }),
)

specify(t, 'in transit', {
  ...after(onTheWay, {
    'the delivery side and instructions change without a reason as long as there is no signature': [
      edit({ delivery_city: 'Dijon', instructions: 'ring twice' }),
      [edited(change('delivery_city', null, 'Dijon'), change('instructions', null, 'ring twice'))],
    ],
    'another vehicle or driver is a change of vehicle with its reason': [
      edit({ vehicle_plate: '9999 XYZ', driver_name: 'Ana', delivery_city: 'Dijon' }, 'breakdown'),
      [
        edited([change('delivery_city', null, 'Dijon')], 'breakdown'),
        vehicleChanged(
          'breakdown',
          change('driver_name', null, 'Ana'),
          change('vehicle_plate', null, '9999 XYZ'),
        ),
      ],
    ],
    'another vehicle without a reason is refused even without a signature': [
      edit({ vehicle_plate: '9999 XYZ' }),
      refused('amendment_reason_required'),
    ],
    'goods, sender and carrier can no longer change, and each field is named': [
      edit({ sender_city: 'Huelva', goods_marks: 'X', carrier_phone: '1', delivery_city: 'Dijon' }, 'why'),
      refused('field_not_editable', '/sender_city', '/carrier_phone', '/goods_marks'),
    ],
    'locked fields may be sent again as they are': [
      edit({ sender_city: 'Sevilla', delivery_city: 'Dijon' }),
      [edited(change('delivery_city', null, 'Dijon'))],
    ],
  }),
  'a redirection after a signature is an amendment': [
    [...onTheWay, signed('carrier')],
    edit({ receiver_city: 'Dijon' }, 'redirected by the sender'),
    [amended('redirected by the sender', change('receiver_city', 'Lyon', 'Dijon'))],
  ],
  'before the journey a vehicle is an edit like any other': [
    [created()],
    edit({ vehicle_plate: '9999 XYZ' }),
    [edited(change('vehicle_plate', null, '9999 XYZ'))],
  ],
})

eachCase(t, {
  'delivered: no field changes any more': [
    atTheReceiver,
    edit({ delivery_city: 'Dijon' }, 'why'),
    refused('field_not_editable', '/delivery_city'),
  ],
})

t.test('a required field cannot be cleared', async (t) => {
  // What an untyped caller could send.
  const clearing = JSON.parse('{"sender_city": null, "goods_description": null}')
  expectDecision(
    t,
    [created()],
    edit(clearing),
    refused('invalid_command', '/sender_city', '/goods_description'),
  )
})

t.test('what may change on the way is this and nothing else', async (t) => {
  const open = fieldNames.filter(
    (name) => decide(noteAfter(...onTheWay), [edit({ [name]: 'x' }, 'why')], context).ok,
  )
  const deliverySide = fieldNames.filter(
    (name) => /^(receiver|delivery)_/.test(name) && name !== 'delivery_time_limit',
  )
  t.strictSame(
    open.toSorted(),
    [
      ...deliverySide,
      'successive_carriers',
      'driver_name',
      'driver_phone',
      'vehicle_plate',
      'trailer_plate',
      'vehicle_country',
      'special_permit_number',
      'seal_numbers',
      'instructions',
      'customs_instructions',
    ].toSorted(),
  )
})
