import {
  compliance,
  countries,
  deadlines,
  type EcmrFields,
  type FieldName,
  regimesOf,
  retainUntil,
} from '@ecmr/domain'
import t from 'tap'
import { cmrFields, decaFields, eight } from '../facts.js'

const abroad = { sender_country: 'ES', receiver_country: 'FR' } as const
const withinSpain = { sender_country: 'ES', receiver_country: 'ES' } as const

const judged = (fields: Partial<EcmrFields>) => compliance({ ...eight, ...fields })
const missing = (fields: Partial<EcmrFields>, regime: 'cmr' | 'deca') =>
  judged(fields)[regime].missing.map(({ field }) => field)
const doubts = (fields: Partial<EcmrFields>) =>
  judged({ ...withinSpain, ...fields }).deca.doubtful.map(({ field, reason }) => `${field} ${reason}`)

const asked = Object.keys(cmrFields).filter((field) => !field.endsWith('_country'))

t.test('the regime follows from the stated type of transport and the countries', async (t) => {
  const [ES, FR, DE, none] = ['ES', 'FR', 'DE', undefined]
  for (const [transport_type, from, to, cmr, deca, contradicts = false] of [
    ['international', ES, FR, 'yes', 'no'],
    ['international', none, FR, 'yes', 'no'],
    ['international', none, none, 'yes', 'no'],
    ['international', ES, ES, 'unknown', 'unknown', true],
    ['international', FR, FR, 'unknown', 'unknown', true],
    ['national', ES, ES, 'no', 'yes'],
    ['national', FR, FR, 'no', 'no'],
    ['national', FR, DE, 'no', 'no'],
    ['national', ES, FR, 'unknown', 'unknown', true],
    ['national', ES, none, 'no', 'yes'],
    ['national', none, ES, 'no', 'yes'],
    ['national', none, FR, 'no', 'no'],
    ['national', none, none, 'no', 'unknown'],
    [none, ES, ES, 'no', 'yes'],
    [none, ES, FR, 'yes', 'no'],
    [none, FR, FR, 'no', 'no'],
    [none, ES, none, 'unknown', 'unknown'],
    [none, none, none, 'unknown', 'unknown'],
  ] as const) {
    const fields = {
      ...eight,
      ...(transport_type && { transport_type }),
      ...(from && { sender_country: from }),
      ...(to && { delivery_country: to }),
    }
    t.strictSame(regimesOf(fields), { cmr, deca, contradicts }, `${transport_type} ${from} ${to}`)
  }
  const elsewhere = { ...eight, ...abroad, pickup_country: 'FR' }
  t.match(regimesOf(elsewhere), { cmr: 'no', deca: 'no' }, 'the place of pickup counts, not the sender')
})

t.test('what does not apply lacks nothing', async (t) => {
  const empty = { applies: 'no', complete: true, missing: [], doubtful: [] }
  t.match(judged(abroad).deca, empty)
  t.match(judged(withinSpain).cmr, empty)
})

t.test('where it cannot be told, what would settle it is named', async (t) => {
  const { cmr, deca } = judged({ sender_country: 'ES' })
  const item = { field: 'delivery_country', severity: 'info', reason: 'unclear' }
  t.match(cmr, { applies: 'unknown', complete: false, doubtful: [{ ...item, article: 'CMR 1.1' }] })
  t.match(deca, { applies: 'unknown', complete: false, doubtful: [{ ...item, article: 'FOM/2861/2012 2' }] })
  const contradictory = judged({ ...withinSpain, transport_type: 'international' })
  for (const { doubtful } of [contradictory.cmr, contradictory.deca])
    t.match(doubtful, [{ field: 'transport_type', severity: 'doubtful', reason: 'contradicts' }])
})

t.test('CMR art. 6', async (t) => {
  t.strictSame(missing(abroad, 'cmr'), asked, 'the eight fields alone do not fulfil it')
  t.match(judged(cmrFields).cmr, { applies: 'yes', complete: true, missing: [] })
  for (const field of asked) {
    const without = Object.fromEntries(Object.entries(cmrFields).filter(([name]) => name !== field))
    t.strictSame(missing(without, 'cmr'), [field], `misses ${field}`)
  }
  t.match(
    judged({ ...cmrFields, goods_dangerous: true }).cmr.missing,
    [{ field: 'goods_un_number', article: 'CMR 6.1.f', responsible: 'sender', severity: 'missing' }],
    'dangerous goods need their recognised description',
  )
  t.match(judged(abroad).cmr.missing, [
    { field: 'issue_date', article: 'CMR 6.1.a', responsible: 'sender' },
    {},
    { field: 'carrier_company_name', article: 'CMR 6.1.c', responsible: 'carrier' },
  ])
})

t.test('DeCA', async (t) => {
  t.strictSame(
    judged(withinSpain).deca.missing.map(({ letter, field, responsible }) => [letter, field, responsible]),
    [
      ['a', 'contractual_shipper_tax_id', 'shipper'],
      ['b', 'carrier_company_name', 'shipper'],
      ['b', 'carrier_tax_id', 'shipper'],
      ['d', 'goods_weight_kg', 'shipper'],
      ['g', 'vehicle_plate', 'carrier'],
    ],
  )
  t.match(judged(decaFields).deca, { applies: 'yes', complete: true, missing: [], doubtful: [] })
  t.strictSame(
    missing({ ...decaFields, contractual_shipper_company_name: 'Agencia Norte' }, 'deca'),
    ['contractual_shipper_tax_id', 'contractual_shipper_address'],
    'another contracting shipper has a tax id and an address of its own',
  )
  t.notOk(
    missing(withinSpain, 'deca').includes('trailer_plate'),
    'a trailer that is not there lacks no plate',
  )
})

t.test('the control document is shown letter by letter', async (t) => {
  const { letters } = judged({
    ...decaFields,
    trailer_plate: 'R 1234 BBC',
    special_permit_number: 'VERTE 7',
  }).deca
  t.strictSame(
    letters.map(({ letter, value, state, responsible }) => [letter, value, state, responsible]),
    [
      ['a', 'Aceites del Sur SL, B12345674, Calle Real 1, Sevilla', 'given', 'shipper'],
      ['b', 'Transportes Ruiz SA, A58818501', 'given', 'shipper'],
      ['c', 'Calle Real 1, Sevilla → Rue de la Paix 2, Lyon', 'given', 'shipper'],
      ['d', 'Aceite de oliva, 20 palés, 18500 kg', 'given', 'shipper'],
      ['e', 'VERTE 7', 'given', 'carrier'],
      ['f', '2026-11-23', 'given', 'carrier'],
      ['g', '1234 BCD, R 1234 BBC', 'given', 'carrier'],
      ['h', null, 'not_used', 'both'],
    ],
  )
  const items = [
    { description: 'oil', weight_kg: 0.1 },
    { description: 'wine', weight_kg: 0.2 },
  ]
  const other = judged({
    ...withinSpain,
    contractual_shipper_company_name: 'Agencia Norte',
    pickup_address: 'Muelle 4',
    delivery_city: 'Jaén',
    goods_items: items,
    notes: 'Frágil',
  }).deca.letters
  t.match(other, [
    { letter: 'a', value: 'Agencia Norte', state: 'missing' },
    { letter: 'b', value: null, state: 'missing' },
    { letter: 'c', value: 'Muelle 4 → Jaén', state: 'missing' },
    { letter: 'd', value: 'Aceite de oliva, 20 palés, 0.3 kg', state: 'given' },
    { letter: 'e', value: null, state: 'not_used' },
    { letter: 'f' },
    { letter: 'g', value: null, state: 'missing' },
    { letter: 'h', value: 'Frágil', state: 'given' },
  ])
})

t.test('another way of saying it counts', async (t) => {
  t.notOk(missing({ ...abroad, goods_quantity_other: '30 m3' }, 'cmr').includes('goods_weight_kg'))
  t.notOk(missing({ ...withinSpain, goods_quantity_other: '30 m3' }, 'deca').includes('goods_weight_kg'))
  const item = { description: 'oil', packages: 20, packaging: 'pallets', marks: 'AS', weight_kg: 9 }
  const goods = (goods_items: EcmrFields['goods_items'] & object): readonly FieldName[] =>
    missing({ ...abroad, goods_items }, 'cmr').filter((field) => field.startsWith('goods_'))
  t.strictSame(goods([item, item]), [])
  t.ok(goods([item, { description: 'wine' }]).includes('goods_packages'))
  t.ok(goods([]).includes('goods_packages'))
})

t.test('a place of its own needs its city', async (t) => {
  t.ok(missing({ ...abroad, pickup_address: 'Muelle 4' }, 'cmr').includes('pickup_city'))
  t.ok(missing({ ...withinSpain, delivery_address: 'Muelle 4' }, 'deca').includes('delivery_city'))
  const whole = { ...withinSpain, delivery_address: 'Muelle 4', delivery_city: 'Jaén' }
  t.notOk(missing(whole, 'deca').includes('delivery_city'))
})

t.test('tax identifications and plates are doubted, never missing for it', async (t) => {
  for (const id of ['B12345674', 'b-12.345.674', 'ESB12345674', '12345678Z', 'X1234567L'])
    t.strictSame(doubts({ sender_tax_id: id }), [], id)
  for (const id of ['B12345678', '12345678A', 'CIF', 'ESB12345678'])
    t.strictSame(doubts({ sender_tax_id: id }), ['sender_tax_id tax_id'], id)
  t.strictSame(doubts({ carrier_tax_id: 'PT501964843', carrier_country: 'PT' }), [])
  t.strictSame(doubts({ carrier_tax_id: 'PT501964843' }), [], 'the prefix names the country')
  t.strictSame(doubts({ carrier_tax_id: '501964844', carrier_country: 'PT' }), ['carrier_tax_id tax_id'])
  t.strictSame(
    doubts({ carrier_tax_id: 'anything', carrier_country: 'XK' }),
    [],
    'of a country that is not known',
  )
  const agency = { contractual_shipper_company_name: 'Agencia Norte', sender_tax_id: 'B12345678' }
  t.strictSame(doubts(agency), [], 'a sender who is not the contracting shipper is no part of the document')
  t.match(judged({ ...decaFields, carrier_tax_id: 'A1' }).deca, {
    complete: true,
    doubtful: [{ field: 'carrier_tax_id', letter: 'b', severity: 'doubtful', responsible: 'shipper' }],
  })
  const spanish = (vehicle_plate: string) => doubts({ vehicle_plate, vehicle_country: 'ES' })
  for (const plate of ['1234 BCD', '1234-bcd', 'SE-1234-AB', 'M 123456', 'E1234BBB', '1234BCD / R1234BBC'])
    t.strictSame(spanish(plate), [], plate)
  for (const plate of ['1234 ABC', '12345', 'BCD 1234 X', 'camión rojo', 'AA-123-BB'])
    t.strictSame(spanish(plate), ['vehicle_plate plate'], plate)
  t.strictSame(doubts({ vehicle_plate: 'AA-123-BB', vehicle_country: 'FR' }), [])
  t.strictSame(doubts({ trailer_plate: 'unknown' }), ['trailer_plate plate'])
})

t.test('what the law counts from delivery', async (t) => {
  const holidays = (country: string, year: number) =>
    country === 'ES' && year === 2026 ? new Set(['2026-12-08', '2026-12-25']) : undefined
  const terms = (fields: Partial<EcmrFields>, delivered_at?: string, taken_over_at?: string) =>
    deadlines(
      {
        fields: { ...eight, ...fields },
        ...(delivered_at && { delivered_at }),
        ...(taken_over_at && { taken_over_at }),
      },
      holidays,
    ).map(({ article, ends_at, holidays_unknown }) => `${article} ${ends_at}${holidays_unknown ? ' ?' : ''}`)
  t.strictSame(terms(abroad), [], 'none before delivery')
  const toSpain = { sender_country: 'FR', receiver_country: 'ES' }
  // Thursday in Madrid, though Wednesday in UTC; two Sundays and a public holiday follow.
  t.strictSame(terms(toSpain, '2026-12-02T23:30:00.000Z', '2026-12-01T08:00:00.000Z'), [
    'CMR 30.1 2026-12-12T22:59:59.000Z',
    'CMR 30.3 2026-12-24T22:59:59.000Z',
    'CMR 20.1 2027-01-30T22:59:59.000Z',
  ])
  t.strictSame(
    terms({ ...abroad, delivery_date: '2026-12-04' }, '2026-12-03T10:00:00.000Z'),
    [
      'CMR 30.1 2026-12-11T22:59:59.000Z ?',
      'CMR 30.3 2026-12-24T22:59:59.000Z',
      'CMR 20.1 2027-01-03T22:59:59.000Z',
    ],
    'only Sundays where public holidays are not known; an agreed date counts before the taking over',
  )
  t.strictSame(
    terms(withinSpain, '2026-03-26T12:00:00.000Z'),
    ['Ley 15/2009 60.1 2026-04-02T21:59:59.000Z', 'Ley 15/2009 60.3 2026-04-16T21:59:59.000Z'],
    'calendar days, over the change to summer time',
  )
  for (const delivery_time_limit of ['48 h', '2026-99-99', '2026-12-04 12:00'])
    t.equal(
      terms({ ...abroad, delivery_time_limit }, '2026-12-03T10:00:00.000Z').length,
      2,
      delivery_time_limit,
    )
  for (const delivery_country of countries)
    t.match(
      terms({ delivery_country }, '2026-03-26T12:00:00.000Z')[0],
      /T\d\d:(?:59|29):59\.000Z/,
      delivery_country,
    )
  t.equal(terms({}, '2026-03-26T12:00:00.000Z').length, 4, 'both where the regime is not known')
  const retained = (delivered_at?: string) =>
    retainUntil({ fields: { ...eight, ...withinSpain }, ...(delivered_at && { delivered_at }) })
  t.equal(retained(), null)
  t.equal(retained('2026-11-22T10:00:00.000Z'), '2027-11-22')
  t.equal(retained('2028-02-29T10:00:00.000Z'), '2029-03-01')
  t.equal(retained('2026-12-31T23:30:00.000Z'), '2028-01-01')
})
