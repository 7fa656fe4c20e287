import { compliance, type EcmrFields } from '@ecmr/domain'
import t from 'tap'
import { decaFields, eight } from '../facts.js'

const missing = (fields: Partial<EcmrFields>, regime: 'cmr' | 'deca') =>
  compliance({ ...eight, ...fields })[regime].missing.map((item) => item.field)

const cmrFields: Partial<EcmrFields> = {
  issue_date: '2026-11-20',
  issue_place: 'Sevilla',
  carrier_company_name: 'Transportes Ruiz SA',
  carrier_address: 'Polígono 3',
  carrier_city: 'Jaén',
  goods_packaging: 'pallets',
  goods_packages: 20,
  goods_marks: 'AS-1 to AS-20',
  goods_weight_kg: 18_500,
  charges: [],
  customs_instructions: 'none',
}

t.test('the eight fields alone satisfy neither regime', async (t) => {
  const { cmr, deca } = compliance(eight)
  t.notOk(cmr.complete)
  t.notOk(deca.complete)
  t.strictSame(missing({}, 'cmr'), Object.keys(cmrFields))
  t.strictSame(missing({}, 'deca'), [
    'contractual_shipper_tax_id',
    'carrier_company_name',
    'carrier_tax_id',
    'goods_weight_kg',
    'vehicle_plate',
  ])
})

t.test('CMR art. 6', async (t) => {
  t.strictSame(compliance({ ...eight, ...cmrFields }).cmr, { complete: true, missing: [] })
  for (const field of Object.keys(cmrFields)) {
    const without = Object.fromEntries(Object.entries(cmrFields).filter(([name]) => name !== field))
    t.strictSame(missing(without, 'cmr'), [field], `misses ${field}`)
  }
  t.strictSame(
    compliance({ ...eight, ...cmrFields, goods_dangerous: true }).cmr.missing,
    [{ field: 'goods_un_number', article: 'CMR 6.1.f', responsible: 'sender' }],
    'dangerous goods need their recognised description',
  )
  t.match(compliance(eight).cmr.missing, [
    { field: 'issue_date', article: 'CMR 6.1.a', responsible: 'sender' },
    {},
    { field: 'carrier_company_name', article: 'CMR 6.1.c', responsible: 'carrier' },
  ])
})

t.test('another way of saying it counts', async (t) => {
  t.notOk(missing({ goods_quantity_other: '30 m3' }, 'cmr').includes('goods_weight_kg'))
  t.notOk(missing({ goods_quantity_other: '30 m3' }, 'deca').includes('goods_weight_kg'))
  t.notOk(missing({ transport_type: 'national' }, 'cmr').includes('customs_instructions'))
  const item = { description: 'oil', packages: 20, packaging: 'pallets', marks: 'AS', weight_kg: 9 }
  const ofGoods = missing({ goods_items: [item, item] }, 'cmr').filter((field) => field.startsWith('goods_'))
  t.strictSame(ofGoods, [])
  t.ok(missing({ goods_items: [item, { description: 'wine' }] }, 'cmr').includes('goods_packages'))
  t.ok(missing({ goods_items: [] }, 'cmr').includes('goods_packages'))
})

t.test('a place of its own needs its city', async (t) => {
  t.ok(missing({ pickup_address: 'Muelle 4' }, 'cmr').includes('pickup_city'))
  t.ok(missing({ delivery_address: 'Dock 4' }, 'deca').includes('delivery_city'))
  t.notOk(missing({ delivery_address: 'Dock 4', delivery_city: 'Lyon' }, 'deca').includes('delivery_city'))
})

t.test('DeCA', async (t) => {
  t.strictSame(compliance({ ...eight, ...decaFields }).deca, { complete: true, missing: [] })
  t.strictSame(compliance(eight).deca.missing.at(-1), {
    field: 'vehicle_plate',
    article: 'FOM/2861/2012 6.f',
    responsible: 'carrier',
  })
  t.strictSame(
    missing({ ...decaFields, contractual_shipper_company_name: 'Agencia Norte' }, 'deca'),
    ['contractual_shipper_tax_id', 'contractual_shipper_address'],
    'another contracting shipper has a tax id and an address of its own',
  )
  t.notOk(missing({}, 'deca').includes('trailer_plate'), 'a trailer that is not there lacks no plate')
})
