import { allowedTransitions } from '@ecmr/domain'
import t from 'tap'
import { confirmDelivery, edit, moveTo, resolve, sign, takeOver } from '../asks.js'
import {
  assigned,
  change,
  created,
  decaFields,
  delivered,
  edited,
  inferred,
  reported,
  resolved,
  signed,
  takenOver,
} from '../facts.js'
import { given, noteAfter } from '../given.js'

const strict = created({}, 'strict')
const complete = created(decaFields, 'strict')
const ready = [complete, assigned(), signed('sender'), signed('carrier')] as const
const rolling = [
  complete,
  assigned(),
  signed('sender'),
  signed('carrier'),
  takenOver({ taken_over_at: '2026-11-20T08:04:00.000Z' }),
] as const

t.test('assigned', async (t) => {
  t.test(
    'needs a carrier’s name',
    given(strict)
      .when(moveTo('assigned'))
      .refused('incomplete', { pointers: ['/carrier_company_name'] }),
  )
  t.test('is reached with one', given(complete).when(moveTo('assigned')).then(assigned()))
  t.test(
    'keeps the carrier’s name',
    given(complete, assigned())
      .when(edit({ carrier_company_name: null }))
      .refused('incomplete', { pointers: ['/carrier_company_name'] }),
  )
})

t.test('in transit', async (t) => {
  t.test(
    'needs the DeCA’s data, and each is named',
    given(
      created({ carrier_company_name: 'Ruiz' }, 'strict'),
      assigned(),
      signed('sender'),
      signed('carrier'),
    )
      .when(takeOver())
      .refused('incomplete', {
        pointers: ['/contractual_shipper_tax_id', '/carrier_tax_id', '/goods_weight_kg', '/vehicle_plate'],
      }),
  )
  t.test(
    'needs the sender’s and the carrier’s signature',
    given(complete, assigned()).when(takeOver()).refused('signature_required'),
  )
  t.test(
    'needs signatures of the present content',
    given(...ready, edited(change('reference', null, 'x')))
      .when(takeOver())
      .refused('signature_required'),
  )
  t.test(
    'is reached with all of it',
    given(...ready)
      .when(moveTo('in_transit'))
      .then(takenOver()),
  )
  t.test(
    'is reached by the carrier’s signature after the sender’s',
    given(complete, assigned(), signed('sender')).when(sign('carrier')).then(signed('carrier'), takenOver()),
  )
  t.test(
    'is not reached by the carrier’s signature before the sender’s',
    given(complete, assigned()).when(sign('carrier')).refused('signature_required'),
  )
  t.test(
    'may jump over a step whose needs are met',
    given(complete, signed('sender'))
      .when(sign('carrier'))
      .then(signed('carrier'), assigned(inferred), takenOver()),
  )
  t.test(
    'does not jump over a step whose needs are not met',
    given(strict)
      .when(moveTo('delivered', 'x'))
      .refused('incomplete', { pointers: ['/carrier_company_name'] }),
  )
  t.test(
    'keeps the DeCA complete',
    given(...rolling)
      .when(edit({ vehicle_plate: null }, 'sold'))
      .refused('incomplete', { pointers: ['/vehicle_plate'] }),
  )
})

t.test('delivered', async (t) => {
  t.test(
    'needs the receiver’s signature or a reason',
    given(...rolling)
      .when(moveTo('delivered'))
      .refused('signature_required'),
  )
  t.test(
    'is reached with a reason',
    given(...rolling)
      .when(confirmDelivery({ unsigned_reason: 'no one there' }))
      .then(delivered({ unsigned_reason: 'no one there' })),
  )
  t.test(
    'is reached by the receiver’s signature',
    given(...rolling)
      .when(sign('receiver'))
      .then(signed('receiver'), delivered()),
  )
  t.test(
    'is reached by resolving an incident as delivered with reservations',
    given(...rolling, reported())
      .when(resolve('delivered_with_reservations'))
      .then(
        resolved({ outcome: 'delivered_with_reservations' }),
        delivered({ unsigned_reason: 'engine failure near Girona' }),
      ),
  )
  t.test(
    'is not reached that way by goods that could not leave',
    given(strict, reported()).when(resolve('delivered_with_reservations')).refused('incomplete'),
  )
})

t.test('allowed transitions', async (t) => {
  t.strictSame(allowedTransitions(noteAfter(strict)), ['incident'])
  t.strictSame(allowedTransitions(noteAfter(complete)), ['assigned', 'incident'])
  t.strictSame(allowedTransitions(noteAfter(...ready)), ['in_transit', 'delivered', 'incident'])
  t.strictSame(allowedTransitions(noteAfter(...rolling)), ['delivered', 'incident'])
  t.strictSame(allowedTransitions(noteAfter(...rolling, reported())), [])
  t.strictSame(allowedTransitions(noteAfter(created())), ['assigned', 'in_transit', 'delivered', 'incident'])
})
