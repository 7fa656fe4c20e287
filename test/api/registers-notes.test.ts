import { createExample } from '@ecmr/contract'
import t from 'tap'
import { buildTestApi, type Customer } from '../support/api.js'

const api = await buildTestApi(t)
const { haulier, rival } = api

async function added(register: string, body: object, by: Customer = haulier): Promise<string> {
  const answer = await by.call('POST', `/api/${register}`, body)
  if (answer.status !== 201) throw new Error(answer.text)
  return (answer.json() as { readonly id: string }).id
}

const sender = await added('parties', {
  company_name: 'Álvarez e Hijos S.L.',
  address: 'Calle Mayor 1',
  city: 'Jaén',
  country: 'ES',
  tax_id: 'B00000000',
  contact_name: 'Eva',
  license_number: 'LIC-9',
})
const driver = await added('drivers', { name: 'Iván Núñez', phone: '600', license_number: 'SECRET-1' })
const tractor = await added('vehicles', {
  plate: '1234 LMN',
  kind: 'tractor',
  country: 'ES',
  payload_kg: 24000,
})
const trailer = await added('vehicles', { plate: 'R-0001-BBB', kind: 'trailer', country: 'FR' })
const template = await added('templates', {
  name: 'Aceite a Lyon',
  fields: {
    sender_company_name: 'Otra Empresa',
    sender_phone: '999',
    receiver_company_name: 'Épicerie Durand SARL',
    receiver_address: '12 rue des Carmes',
    receiver_city: 'Lyon',
    goods_description: 'Aceite',
    goods_items: [{ description: 'Garrafas', packages: 3 }],
  },
})
const ids = {
  sender_party_id: sender,
  carrier_party_id: sender,
  driver_id: driver,
  vehicle_id: tractor,
  trailer_id: trailer,
  template_id: template,
}
const wanted = { ...ids, pickup_date: '2026-12-01', goods_description: 'Vinagre' }

t.test('a note takes its values from the registers; what is sent counts for more', async (t) => {
  const made = await haulier.call('POST', '/api/ecmrs', wanted)
  t.equal(made.status, 201, made.text)
  const note = made.record()
  t.match(note, {
    sender_company_name: 'Álvarez e Hijos S.L.',
    sender_contact_name: 'Eva',
    receiver_city: 'Lyon',
    carrier_company_name: 'Álvarez e Hijos S.L.',
    carrier_license_number: 'LIC-9',
    driver_name: 'Iván Núñez',
    driver_phone: '600',
    vehicle_plate: '1234 LMN',
    vehicle_country: 'ES',
    trailer_plate: 'R-0001-BBB',
    goods_description: 'Vinagre',
    goods_items: [{ description: 'Garrafas', packages: 3 }],
    status: 'assigned',
  })
  t.notOk('sender_phone' in note, 'the party of the template is not mixed with the one that is named')
  t.notMatch(made.text, /SECRET-1|driver_id|template_id/, 'nothing else of an entry comes with it')

  await haulier.call('PATCH', `/api/drivers/${driver}`, { name: 'Someone else' })
  t.match((await haulier.call('GET', `/api/ecmrs/${note.id}`)).record(), { driver_name: 'Iván Núñez' })
  await haulier.call('PATCH', `/api/drivers/${driver}`, { name: 'Iván Núñez' })
})

t.test('nulls say as much as leaving out', async (t) => {
  const made = await haulier.call('POST', '/api/ecmrs', {
    ...wanted,
    template_id: template,
    vehicle_id: null,
    receiver_city: null,
    driver_phone: null,
  })
  t.equal(made.status, 201, made.text)
  t.match(made.record(), { receiver_city: 'Lyon', driver_phone: '600', vehicle_plate: undefined })
})

t.test('an id of another company, of another register, unknown or malformed is answered alike', async (t) => {
  const foreign = await added('drivers', { name: 'Rival' }, rival)
  const answers = await Promise.all(
    [foreign, sender, '01990000-0000-7000-8000-000000000000', 'nonsense'].map((driver_id) =>
      haulier.call('POST', '/api/ecmrs', { ...createExample, driver_id }, { 'x-request-id': 'same' }),
    ),
  )
  for (const answer of answers) {
    t.match(answer.problem(), { status: 422, code: 'entry_not_found', errors: [{ pointer: '/driver_id' }] })
    t.equal(answer.text, answers[0]?.text)
  }
  const several = await haulier.call('POST', '/api/ecmrs', { driver_id: 'x', template_id: 'y' })
  t.same(
    several
      .problem()
      .errors?.map(({ pointer }) => pointer)
      .sort(),
    ['/driver_id', '/template_id'],
  )
})

t.test('faults point at the member, whatever it comes from', async (t) => {
  const missing = await haulier.call('POST', '/api/ecmrs', { sender_party_id: sender, pickup_date: 'soon' })
  t.same(missing.problem().errors, [
    { pointer: '/pickup_date', code: 'invalid_format', message: missing.problem().errors?.[0]?.message },
  ])
  const rest = await haulier.call('POST', '/api/ecmrs', { sender_party_id: sender })
  t.same(
    rest
      .problem()
      .errors?.map(({ pointer }) => pointer)
      .sort(),
    ['/goods_description', '/pickup_date', '/receiver_address', '/receiver_city', '/receiver_company_name'],
  )
  t.match(rest.problem(), { code: 'invalid_request', status: 400 })
  const swapped = await haulier.call('POST', '/api/ecmrs', {
    ...wanted,
    vehicle_id: trailer,
    trailer_id: tractor,
  })
  t.match(swapped.problem().errors, [
    { pointer: '/vehicle_id', code: 'not_allowed' },
    { pointer: '/trailer_id', code: 'not_allowed' },
  ])
  const against = await haulier.call('POST', '/api/ecmrs', { ...wanted, delivery_date: '2026-01-01' })
  t.match(against.problem().errors, [{ pointer: '/delivery_date', code: 'contradiction' }])
})

t.test('without an id the published body is judged as it was', async (t) => {
  const blank = await haulier.call('POST', '/api/ecmrs', { ...createExample, sender_city: '' })
  t.match(blank.problem().errors, [{ pointer: '/sender_city', message: 'Send some text; it is required.' }])
  const typo = await haulier.call('POST', '/api/ecmrs', { ...createExample, sender_party: sender })
  t.match(typo.problem().errors, [{ pointer: '/sender_party', code: 'unknown_field' }])
})

t.test('a repeat is answered as the first, whatever has become of the entries since', async (t) => {
  const gone = await added('drivers', { name: 'Temporal' })
  const body = { ...createExample, driver_id: gone }
  const key = { 'idempotency-key': 'from-registers' }
  const first = await haulier.call('POST', '/api/ecmrs', body, key)
  t.equal((await haulier.call('DELETE', `/api/drivers/${gone}`)).status, 204)
  const again = await haulier.call('POST', '/api/ecmrs', body, key)
  t.equal(again.status, 201, again.text)
  t.same(again.record(), first.record())
  t.equal(again.headers['idempotent-replayed'], 'true')
  const anew = await haulier.call('POST', '/api/ecmrs', body, { 'idempotency-key': 'another' })
  t.match(anew.problem(), { code: 'entry_not_found' })
})

t.test('a batch and a validation know the registers too', async (t) => {
  const items = [
    wanted,
    createExample,
    { ...wanted, driver_id: 'nonsense' },
    { sender_party_id: sender },
    { ...wanted, metadata: { order: '7' }, idempotency_key: 'item-1' },
  ]
  const dry = await haulier.call('POST', '/api/ecmrs/batch', { items, dry_run: true })
  t.match(dry.json(), {
    results: [{ status: 200 }, { status: 200 }, { status: 422 }, { status: 400 }, { status: 200 }],
  })
  const made = await haulier.call('POST', '/api/ecmrs/batch', { items })
  t.match(made.json(), {
    created: 3,
    failed: 2,
    results: [
      { status: 201, note: { driver_name: 'Iván Núñez' } },
      { status: 201 },
      { status: 422, problem: { code: 'entry_not_found', errors: [{ pointer: '/driver_id' }] } },
      { status: 400, problem: { code: 'invalid_request' } },
      { status: 201, note: { metadata: { order: '7' } } },
    ],
  })
  const tried = await haulier.call('POST', '/api/ecmrs/validate', wanted)
  t.match(tried.json(), { valid: true, errors: [] })
  const faulty = await haulier.call('POST', '/api/ecmrs/validate', { driver_id: 'x' })
  t.match(faulty.json(), { valid: false, errors: [{ pointer: '/driver_id', code: 'entry_not_found' }] })
})
