import { decide, fieldNames } from '@ecmr/domain'
import t from 'tap'
import { edit, sign } from '../../asks.js'
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
  vehicleChanged,
} from '../../facts.js'
import { context, given, noteAfter } from '../../given.js'

const named = created({ carrier_company_name: 'Transportes Ruiz SA' })

t.test('before the first signature', async (t) => {
  t.test(
    'an edit keeps the old and the new value of what changed',
    given(created())
      .when(edit({ sender_city: 'Huelva', reference: 'PO-1', receiver_city: 'Lyon' }))
      .then(edited(change('sender_city', 'Sevilla', 'Huelva'), change('reference', null, 'PO-1'))),
  )
  t.test(
    'an edit that changes nothing yields no event',
    given(created())
      .when(edit({ sender_city: ' Sevilla ' }))
      .then(),
  )
  t.test('an edit without fields yields no event', given(created()).when(edit({})).then())
  t.test(
    'null clears an optional field',
    given(created({ reference: 'PO-1' }))
      .when(edit({ reference: null }))
      .leaves((t, note) => t.notOk('reference' in note.fields)),
  )
  t.test(
    'clearing what is not there yields no event',
    given(created())
      .when(edit({ reference: null }))
      .then(),
  )
  t.test(
    'lists are compared by content',
    given(created({ goods_items: [{ description: 'oil', packages: 3 }] }))
      .when(edit({ goods_items: [{ packages: 3, description: 'oil' }] }))
      .then(),
  )
  t.test(
    'a contradiction with a field of the note is refused',
    given(created())
      .when(edit({ delivery_date: '2026-11-22' }))
      .refused('invalid_command', { pointers: ['/delivery_date'] }),
  )
  t.test(
    'a contradiction that was there before does not stand in the way of other changes',
    given(created({ delivery_date: '2026-11-01' }))
      .when(edit({ reference: 'PO-1' }))
      .then(edited(change('reference', null, 'PO-1'))),
  )
})

t.test('the carrier', async (t) => {
  t.test(
    'is assigned by naming it, and the draft with it',
    given(created())
      .when(edit({ carrier_company_name: 'Transportes Ruiz SA' }))
      .then(assignedTo('Transportes Ruiz SA')),
  )
  t.test(
    'is assigned beside an edit of other fields',
    given(created())
      .when(edit({ reference: 'PO-1', carrier_company_name: 'Transportes Ruiz SA' }))
      .then(edited(change('reference', null, 'PO-1')), assignedTo('Transportes Ruiz SA')),
  )
  t.test(
    'is not assigned by a detail as long as no carrier is named',
    given(created())
      .when(edit({ carrier_phone: '600' }))
      .then(edited(change('carrier_phone', null, '600'))),
  )
  t.test(
    'is assigned by a detail once a carrier is named',
    given(named)
      .when(edit({ carrier_phone: '600' }))
      .then(assigned({ changes: [change('carrier_phone', null, '600')] })),
  )
  t.test(
    'can be taken off the note again, which stays assigned',
    given(created(), assignedTo('Ruiz'))
      .when(edit({ carrier_company_name: null }))
      .leaves((t, note) => t.equal(note.status, 'assigned')),
  )
  t.test(
    'is changed after a signature with a reason only',
    given(created(), signed('sender'))
      .when(edit({ carrier_company_name: 'Ruiz' }))
      .refused('amendment_reason_required'),
  )
  t.test(
    'keeps the reason for which it was changed after a signature',
    given(created(), signed('sender'))
      .when(edit({ carrier_company_name: 'Ruiz' }, 'first one ill'))
      .then(assigned({ changes: [change('carrier_company_name', null, 'Ruiz')], reason: 'first one ill' })),
  )
  t.test(
    'needs no reason before any signature, and none is kept',
    given(created())
      .when(edit({ carrier_company_name: 'Ruiz' }, 'why not'))
      .then(assignedTo('Ruiz')),
  )
})

t.test('after a signature', async (t) => {
  t.test(
    'a change without a reason is refused',
    given(created(), signed('sender'))
      .when(edit({ sender_city: 'Huelva' }))
      .refused('amendment_reason_required'),
  )
  t.test(
    'a blank reason is none',
    given(created(), signed('sender'))
      .when(edit({ sender_city: 'Huelva' }, ' '))
      .refused('amendment_reason_required'),
  )
  t.test(
    'a change with a reason is an amendment',
    given(created(), signed('sender'))
      .when(edit({ sender_city: 'Huelva' }, 'wrong depot'))
      .then(amended('wrong depot', change('sender_city', 'Sevilla', 'Huelva'))),
  )
  t.test(
    'what changes nothing needs no reason',
    given(created(), signed('sender'))
      .when(edit({ sender_city: 'Sevilla' }))
      .then(),
  )
  t.test(
    'earlier signatures no longer cover the note',
    given(created(), signed('sender'))
      .when(edit({ sender_city: 'Huelva' }, 'wrong depot'))
      .leaves((t, note) =>
        t.strictSame(
          note.signatures.map((one) => one.covers_current_version),
          [false],
        ),
      ),
  )
  t.test(
    'changing back to what was signed does not revive a signature',
    given(created(), signed('sender'))
      .when(
        edit({ sender_city: 'Huelva' }, 'wrong depot'),
        edit({ sender_city: 'Sevilla' }, 'right after all'),
      )
      .leaves((t, note) => t.equal(note.signatures[0]?.covers_current_version, false)),
  )
  t.test(
    'signing again covers the note and keeps both signatures',
    given(created(), signed('sender'))
      .when(edit({ sender_city: 'Huelva' }, 'wrong depot'), sign('sender'))
      .leaves((t, note) =>
        t.strictSame(
          note.signatures.map((one) => one.covers_current_version),
          [false, true],
        ),
      ),
  )
})

t.test('in transit', async (t) => {
  t.test(
    'the delivery side and instructions change without a reason as long as there is no signature',
    given(...onTheWay)
      .when(edit({ delivery_city: 'Dijon', instructions: 'ring twice' }))
      .then(edited(change('delivery_city', null, 'Dijon'), change('instructions', null, 'ring twice'))),
  )
  t.test(
    'a redirection after a signature is an amendment',
    given(...onTheWay, signed('carrier'))
      .when(edit({ receiver_city: 'Dijon' }, 'redirected by the sender'))
      .then(amended('redirected by the sender', change('receiver_city', 'Lyon', 'Dijon'))),
  )
  t.test(
    'another vehicle or driver is a change of vehicle with its reason',
    given(...onTheWay)
      .when(edit({ vehicle_plate: '9999 XYZ', driver_name: 'Ana', delivery_city: 'Dijon' }, 'breakdown'))
      .then(
        edited(change('delivery_city', null, 'Dijon')),
        vehicleChanged(
          'breakdown',
          change('driver_name', null, 'Ana'),
          change('vehicle_plate', null, '9999 XYZ'),
        ),
      ),
  )
  t.test(
    'another vehicle without a reason is refused even without a signature',
    given(...onTheWay)
      .when(edit({ vehicle_plate: '9999 XYZ' }))
      .refused('amendment_reason_required'),
  )
  t.test(
    'before the journey a vehicle is an edit like any other',
    given(created())
      .when(edit({ vehicle_plate: '9999 XYZ' }))
      .then(edited(change('vehicle_plate', null, '9999 XYZ'))),
  )
  t.test(
    'goods, sender and carrier can no longer change, and each field is named',
    given(...onTheWay)
      .when(
        edit({ sender_city: 'Huelva', goods_marks: 'X', carrier_phone: '1', delivery_city: 'Dijon' }, 'why'),
      )
      .refused('field_not_editable', { pointers: ['/sender_city', '/carrier_phone', '/goods_marks'] }),
  )
  t.test(
    'locked fields may be sent again as they are',
    given(...onTheWay)
      .when(edit({ sender_city: 'Sevilla', delivery_city: 'Dijon' }))
      .then(edited(change('delivery_city', null, 'Dijon'))),
  )
})

t.test(
  'delivered: no field changes any more',
  given(...atTheReceiver)
    .when(edit({ delivery_city: 'Dijon' }, 'why'))
    .refused('field_not_editable', { pointers: ['/delivery_city'] }),
)

t.test('a required field cannot be cleared', async (t) => {
  // What an untyped caller could send.
  const clearing = JSON.parse('{"sender_city": null, "goods_description": null}')
  await given(created())
    .when(edit(clearing))
    .refused('invalid_command', { pointers: ['/sender_city', '/goods_description'] })(t)
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
