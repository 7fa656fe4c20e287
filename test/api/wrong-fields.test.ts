import { createExample, validationView } from '@ecmr/contract'
import { ecmrFields, type FieldName, fieldNames, optionalFields, requiredFields } from '@ecmr/domain'
import type { TSchema } from '@sinclair/typebox'
import t from 'tap'
import { buildTestApi, type Customer } from '../support/api.js'
import { asPromised } from '../support/contract.js'

// Every field, wrong in every way that its schema rules out. One body carries one kind of wrongness for all fields at
// once, so that an answer which names all faults at once is also shown to name each.
const control = 'a\u0007b'

function isText(schema: TSchema): boolean {
  return schema.type === 'string' || schema.anyOf !== undefined
}

const wrongness: Readonly<Record<string, (schema: TSchema) => unknown>> = {
  'the wrong type': (schema) => (isText(schema) ? 42 : 'text'),
  'an object': () => ({}),
  'an array of arrays': () => [[]],
  'too long': (schema) => (schema.maxLength === undefined ? undefined : 'x'.repeat(schema.maxLength + 1)),
  blank: (schema) => (isText(schema) ? '   ' : undefined),
  empty: (schema) => (isText(schema) ? '' : undefined),
  'control characters': (schema) => (isText(schema) ? control : undefined),
  'nothing to see': (schema) => (isText(schema) ? '\u200b\u2060' : undefined),
  'what turns the text': (schema) => (isText(schema) ? 'a\u202eb' : undefined),
  'half a surrogate pair': (schema) => (isText(schema) ? '\ud800' : undefined),
  'a day that does not exist': (schema) => (schema.format === 'date' ? '2026-02-30' : undefined),
  'a day written otherwise': (schema) => (schema.format === 'date' ? '30/11/2026' : undefined),
  'a country that does not exist': (schema) => (schema.format === 'country' ? 'XX' : undefined),
  'a currency that does not exist': (schema) => (schema.format === 'currency' ? 'EURO' : undefined),
  'money as a float': (schema) => (schema.format === 'decimal' ? '12,50' : undefined),
  'a time that does not exist': (schema) => (schema.format === 'clock-time' ? '25:00' : undefined),
  'a mail address without a host': (schema) => (schema.format === 'email' ? 'driver@' : undefined),
  'below zero': (schema) => (schema.minimum === undefined ? undefined : -1),
  'beyond measure': (schema) => (schema.maximum === undefined ? undefined : 1e300),
  'a fraction of a package': (schema) => (schema.type === 'integer' ? 1.5 : undefined),
  'too many': (schema) => (schema.maxItems === undefined ? undefined : Array(schema.maxItems + 1).fill(null)),
}

function wrongFields(spoil: (schema: TSchema) => unknown): ReadonlyMap<FieldName, unknown> {
  const spoilt = fieldNames.map((name) => [name, spoil(ecmrFields[name])] as const)
  return new Map(spoilt.filter(([, value]) => value !== undefined))
}

const api = await buildTestApi(t)

async function stored(customer: Customer): Promise<unknown> {
  const list = await customer.call('GET', '/api/ecmrs?include_cancelled=true')
  return Reflect.get(Object(list.json()), 'pagination')
}

t.test('every field that is wrong is named, whatever is wrong with it, and nothing is stored', async (t) => {
  const { haulier, store } = api
  const before = await store.head()
  for (const [what, spoil] of Object.entries(wrongness)) {
    const wrong = wrongFields(spoil)
    t.ok(wrong.size > 0, `some field can be ${what}`)
    const answer = await haulier.call('POST', '/api/ecmrs', {
      ...createExample,
      ...Object.fromEntries(wrong),
    })
    t.equal(answer.status, 400, what)
    const named = new Set(answer.problem().errors?.map(({ pointer }) => pointer.split('/')[1]))
    for (const name of wrong.keys()) t.ok(named.has(name), `${name} is named when it is ${what}`)
  }
  t.equal(await store.head(), before)
  t.match(await stored(haulier), { total: 0 })
})

t.test('an update refuses the same, and the note stays as it was', async (t) => {
  const { haulier } = api
  const note = await haulier.create()
  for (const [what, spoil] of Object.entries(wrongness)) {
    const wrong = wrongFields(spoil)
    for (const method of ['PATCH', 'PUT'] as const) {
      const answer = await haulier.call(method, `/api/ecmrs/${note.id}`, Object.fromEntries(wrong))
      t.equal(answer.status, 400, `${method} ${what}`)
      const named = new Set(answer.problem().errors?.map(({ pointer }) => pointer.split('/')[1]))
      for (const name of wrong.keys()) t.ok(named.has(name), `${name} is named when it is ${what}`)
    }
  }
  t.same((await haulier.call('GET', `/api/ecmrs/${note.id}`)).record(), note)
})

t.test('what is required cannot be left out of a creation, nor cleared by an update', async (t) => {
  const { haulier } = api
  const names = Object.keys(requiredFields)
  const empty = (await haulier.call('POST', '/api/ecmrs', {})).problem()
  t.same(
    empty.errors?.map(({ pointer, code }) => [pointer, code]),
    names.map((name) => [`/${name}`, 'required']),
  )
  const note = await haulier.create()
  const nulls = Object.fromEntries(names.map((name) => [name, null]))
  const cleared = await haulier.call('PATCH', `/api/ecmrs/${note.id}`, nulls)
  t.equal(cleared.status, 400)
  const named = new Set(cleared.problem().errors?.map(({ pointer }) => pointer))
  t.same(named, new Set(names.map((name) => `/${name}`)))
})

t.test('null clears every optional field in an update', async (t) => {
  const { haulier } = api
  const note = await haulier.create({ vehicle_plate: '1234 LMN', goods_packages: 20, seal_numbers: ['A1'] })
  const clear = { vehicle_plate: null, goods_packages: null, seal_numbers: null }
  const cleared = (await haulier.call('PATCH', `/api/ecmrs/${note.id}`, clear)).record()
  for (const name of Object.keys(clear)) t.notOk(name in cleared, name)
})

t.test('null says as much as leaving a field out in a creation, and no event holds one', async (t) => {
  const { haulier, store } = api
  const nulls = Object.fromEntries(Object.keys(optionalFields).map((name) => [name, null]))
  const body = { ...nulls, ...createExample }
  t.match((await haulier.call('POST', '/api/ecmrs/validate', body)).json(), { valid: true, errors: [] })
  const answer = await haulier.call('POST', '/api/ecmrs', body)
  t.equal(answer.status, 201)
  const note = answer.record()
  const [created] = await store.readStream(`ecmr-${note.id}`)
  t.notMatch(JSON.stringify(created?.data), 'null')
  t.same(new Set(Object.keys(note)), new Set(Object.keys(await haulier.create())))
})

t.test('null in a required field is reported like a missing field', async (t) => {
  const { haulier } = api
  const nulls = Object.fromEntries(Object.keys(requiredFields).map((name) => [name, null]))
  const absent = (await haulier.call('POST', '/api/ecmrs', {})).problem()
  const empty = (await haulier.call('POST', '/api/ecmrs', nulls)).problem()
  t.same(empty.errors, absent.errors)
  const tried = await haulier.call('POST', '/api/ecmrs/validate', nulls)
  t.same(tried.json(), { valid: false, errors: absent.errors })
})

t.test('a misspelt field is named with the one that was meant', async (t) => {
  const { haulier } = api
  const answer = await haulier.call('POST', '/api/ecmrs', {
    ...createExample,
    sender_compani_name: 'X',
    senderCity: 'Y',
    id: 'Z',
  })
  t.equal(answer.status, 400)
  const faults = answer.problem().errors ?? []
  t.match(faults, [
    { pointer: '/sender_compani_name', code: 'unknown_field', message: /sender_company_name/ },
    { pointer: '/senderCity', code: 'unknown_field', message: /sender_city/ },
    { pointer: '/id', code: 'read_only' },
  ])
})

t.test('text is trimmed before it is looked at', async (t) => {
  const { haulier } = api
  const note = await haulier.create({
    sender_city: '  Sevilla\n',
    goods_items: [{ description: ' Aceite ' }],
  })
  t.equal(note.sender_city, 'Sevilla')
  t.same(note.goods_items, [{ description: 'Aceite' }])
})

t.test('contradictory fields are reported with the other faults of a body', async (t) => {
  const { haulier } = api
  const body = {
    ...createExample,
    pickup_date: '2026-12-10',
    delivery_date: '2026-12-09',
    cod_amount: '100.00',
    cod_currency: 'euros',
    sender_city: '',
  }
  const expected = [
    { pointer: '/cod_currency', code: /^(?!contradiction)/ },
    { pointer: '/delivery_date', code: 'contradiction', message: 'delivery_date is before pickup_date.' },
    { pointer: '/sender_city', code: 'blank' },
  ]
  const sorted = (errors: readonly { readonly pointer: string }[] = []) =>
    errors.toSorted((a, b) => (a.pointer < b.pointer ? -1 : 1))
  const { id } = await haulier.create()
  const refused = [
    await haulier.call('POST', '/api/ecmrs', body),
    await haulier.call('PATCH', `/api/ecmrs/${id}`, body),
    await haulier.call('PUT', `/api/ecmrs/${id}`, body),
  ]
  for (const answer of refused) {
    t.equal(answer.status, 400)
    t.match(sorted(answer.problem().errors), expected)
  }
  const validated = asPromised(
    validationView,
    (await haulier.call('POST', '/api/ecmrs/validate', body)).json(),
  )
  t.match([validated.valid, sorted(validated.errors)], [false, expected])

  const wrongDay = await haulier.call('POST', '/api/ecmrs', {
    ...createExample,
    pickup_date: 'soon',
    delivery_date: '2026-12-09',
  })
  t.match(wrongDay.problem().errors, [{ pointer: '/pickup_date', code: 'invalid_format' }])
  t.equal(wrongDay.problem().errors?.length, 1)
})
