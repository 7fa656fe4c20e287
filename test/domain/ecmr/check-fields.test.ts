import { checkFields, type FieldChanges } from '@ecmr/domain'
import t from 'tap'
import { eight } from '../facts.js'

const contradictory: readonly (readonly [pointer: string, fields: FieldChanges])[] = [
  ['/pickup_time_to', { pickup_time_from: '10:00', pickup_time_to: '09:59' }],
  ['/delivery_time_to', { delivery_time_from: '10:00', delivery_time_to: '09:59' }],
  ['/delivery_date', { pickup_date: '2026-11-23', delivery_date: '2026-11-22' }],
  ['/cod_currency', { cod_amount: '10.00', cod_currency: null }],
  ['/declared_value_currency', { declared_value: '10.00', declared_value_currency: null }],
  ['/goods_dangerous', { goods_dangerous: false, goods_un_number: '1203' }],
  ['/transport_type', { transport_type: 'national', pickup_country: 'ES', delivery_country: 'FR' }],
]

for (const [pointer, fields] of contradictory) {
  t.test(`a contradiction at ${pointer} is reported in both modes`, async (t) => {
    for (const mode of ['create', 'update'] as const) {
      const faults = checkFields({ ...eight, ...fields }, mode)
      t.match(faults, [{ pointer, code: 'contradiction', message: /\w{4,}/ }])
      t.equal(faults.length, 1)
    }
  })
}

t.test('an update is not judged on what it does not mention', async (t) => {
  t.strictSame(checkFields({ cod_amount: '10.00' }, 'update'), [])
  t.match(checkFields({ ...eight, cod_amount: '10.00' }, 'create'), [{ pointer: '/cod_currency' }])
})

t.test('what merely is incomplete or unusual is no fault', async (t) => {
  const fine: readonly FieldChanges[] = [
    {},
    { pickup_time_from: '10:00', pickup_time_to: '10:00' },
    { delivery_date: eight.pickup_date },
    { goods_dangerous: true },
    { goods_un_number: '1203' },
    { cod_currency: 'EUR' },
    { transport_type: 'national', pickup_country: 'ES' },
    { transport_type: 'international', pickup_country: 'ES', delivery_country: 'ES' },
    { goods_weight_kg: 10, goods_quantity_other: '30 m3' },
  ]
  for (const fields of fine)
    t.strictSame(checkFields({ ...eight, ...fields }, 'create'), [], JSON.stringify(fields))
})
