import { randomUUID } from 'node:crypto'
import { ecmrFields, type FieldName, fieldNames } from '@ecmr/domain'
import type { TSchema } from '@sinclair/typebox'
import t from 'tap'
import { faultOf } from './ground.js'
import { eight, leadsTo, openOffice, type Sent, typedIn } from './note-forms-office.js'

const office = await openOffice(t)
const { lucia, emma, rivalOwner, store, eventsOf, storyOf, noteOf } = office

const NEW = '/ecmrs/nueva'
/** Sends the form for a new note. */
const sendNew = (fields: Sent) => lucia.send(NEW, { ...eight, once: randomUUID(), ...fields })

/** Everything that a form can hold, valid. */
const everything: Sent = {
  ...eight,
  reference: 'PED-1',
  transport_type: 'international',
  issue_date: '2026-11-30',
  language: 'fr',
  receiver_country: 'francia',
  receiver_email: 'lyon@example.com',
  carrier_company_name: 'Transportes Ruiz SA',
  vehicle_plate: '1234 ABC',
  seal_numbers: 'S1\n\n S2 ',
  pickup_time_from: '08:30',
  goods_weight_kg: '14.800,5',
  goods_packages: '20',
  goods_dangerous: 'false',
  transhipment_allowed: 'true',
  cod_amount: '1.250,00',
  cod_currency: 'eur',
  'charges/none': 'true',
  charges: '',
  goods_items: '',
  'goods_items/0/description': 'Palé',
  'goods_items/0/weight_kg': '12,5',
  'goods_items/2/description': 'Caja',
  'successive_carriers/0/company_name': 'Durand',
  'successive_carriers/0/country': 'FR',
}

t.test('a new note begins with the company where it stands on it', async (t) => {
  const company = 'Transportes Guadalquivir'
  const places = { remitente: 'sender', transportista: 'carrier', destinatario: 'receiver' }
  for (const [place, party] of Object.entries(places)) {
    const form = await lucia.open(`/ecmrs/nueva?empresa=${place}`)
    const named = Object.values(places).filter((each) => typedIn(form, `${each}_company_name`) === company)
    t.strictSame(named, [party], place)
  }
  t.equal(typedIn(await lucia.open('/ecmrs/nueva?empresa=ninguno'), 'sender_company_name'), '')
  t.equal(typedIn(await lucia.open('/ecmrs/nueva?empresa=otra'), 'sender_company_name'), company)
})

t.test('a form makes a note, for the person who sent it', async (t) => {
  const shown = await lucia.open(NEW)
  t.equal(typedIn(shown, 'sender_company_name'), 'Transportes Guadalquivir', 'the company is the sender')
  const id = await lucia.create(everything)
  const [created, ...more] = await eventsOf(id)
  t.strictSame(
    more.map(({ type }) => type),
    ['CarrierAssigned'],
  )
  const actor = { kind: 'user', id: lucia.user.id, company_id: office.haulier.id }
  t.strictSame(created?.metadata.actor, actor, 'by id: a log cannot forget a name')
  t.strictSame((await noteOf(id)).fields, {
    ...eight,
    reference: 'PED-1',
    transport_type: 'international',
    issue_date: '2026-11-30',
    language: 'fr',
    receiver_country: 'FR',
    receiver_email: 'lyon@example.com',
    carrier_company_name: 'Transportes Ruiz SA',
    vehicle_plate: '1234 ABC',
    seal_numbers: ['S1', 'S2'],
    pickup_time_from: '08:30',
    goods_weight_kg: 14800.5,
    goods_packages: 20,
    goods_dangerous: false,
    transhipment_allowed: true,
    cod_amount: '1250.00',
    cod_currency: 'EUR',
    charges: [],
    goods_items: [{ description: 'Palé', weight_kg: 12.5 }, { description: 'Caja' }],
    successive_carriers: [{ company_name: 'Durand', country: 'FR' }],
  })
})

const long = 'x'.repeat(6000)
const wrongness: Readonly<Record<string, (schema: TSchema) => string | undefined>> = {
  'too long': ({ maxLength }) => (maxLength === undefined ? undefined : long),
  'control characters': ({ type, format }) => (type === 'string' && !format ? 'a\u0007b' : undefined),
  'not one of them': ({ anyOf, type }) => (anyOf || type === 'boolean' ? 'whatever' : undefined),
  'no number': ({ type }) => (type === 'number' || type === 'integer' ? 'veinte' : undefined),
  'below zero': ({ minimum }) => (minimum === undefined ? undefined : '-1'),
  'beyond measure': ({ maximum }) => (maximum === undefined ? undefined : '1e99'),
  'half a package': ({ type }) => (type === 'integer' ? '1,5' : undefined),
  'no form': ({ format }) => (format ? 'nonsense' : undefined),
  'a list of what is wrong': ({ type, items }) =>
    type === 'array' && items.type === 'string' ? `good\n${long}` : undefined,
}

t.test('every field that is wrong is kept and named next to it, and nothing is stored', async (t) => {
  const before = await store.head()
  const { formToken = '' } = await lucia.open(NEW)
  for (const [what, spoil] of Object.entries(wrongness)) {
    const wrong = fieldNames.flatMap((name: FieldName) => {
      const spoilt = spoil(ecmrFields[name])
      return spoilt === undefined ? [] : [[name, spoilt] as const]
    })
    t.ok(wrong.length > 0, `some field can be ${what}`)
    const sent = { ...eight, ...Object.fromEntries(wrong), once: randomUUID() }
    const page = await lucia.send(NEW, sent, { token: formToken })
    t.equal(page.status, 400, what)
    t.strictSame(
      wrong.filter(([name]) => faultOf(page, name) === ''),
      [],
      `${what}: each has a message`,
    )
    const isLost = ([name, value]: readonly [FieldName, string]): boolean =>
      !(ecmrFields[name].anyOf || ecmrFields[name].type === 'boolean') &&
      !(page.html.includes(`name="${name}"`) && page.html.includes(value))
    t.strictSame(wrong.filter(isLost), [], `${what}: each is kept`)
    t.notMatch(page.text, /Send |RFC|JSON|must /, 'nothing is said in the words for programs')
  }
  t.equal(await store.head(), before)
})

t.test('all that is missing, contradictory or unreadable is reported at once', async (t) => {
  const sent = {
    ...eight,
    sender_city: '',
    delivery_date: '2026-01-01',
    goods_weight_kg: '1.250',
    'goods_items/4/weight_kg': 'x',
    'charges/0/kind': 'Porte',
    cod_amount: '12',
    once: randomUUID(),
  }
  const page = await lucia.send(NEW, sent)
  t.equal(page.status, 400)
  for (const [field, sentence] of [
    ['sender_city', /^Rellene este campo\.$/],
    ['delivery_date', /^La entrega es anterior a la recogida\.$/],
    ['goods_weight_kg', /puede ser 1250 o 1,250/],
    // Rows are numbered anew.
    ['goods_items/0/description', /^Rellene este campo\.$/],
    ['goods_items/0/weight_kg', /Escriba un número/],
    ['charges/0/payer', /Rellene/],
    ['cod_currency', /necesita una moneda/],
  ] as const)
    t.match(faultOf(page, field), sentence, field)
  t.match(
    page.text,
    /estos errores Remitente: población: .* Entrega: fecha prevista: .* Partidas 1: descripción: .* Gastos del transporte 1/,
    'the list above names them from top to bottom',
  )
  const inEnglish = await emma.send(NEW, sent)
  t.equal(faultOf(inEnglish, 'sender_city'), 'Fill in this field.')
  t.equal(faultOf(inEnglish, 'delivery_date'), 'Enter a date on or after the pickup.')
  t.equal(typedIn(inEnglish, 'receiver_city'), 'Lyon')
})

t.test('a form can be tried out: what the law still asks for is said, and nothing is stored', async (t) => {
  const before = await store.head()
  const page = await lucia.send(NEW, { ...eight, do: 'check', once: randomUUID() })
  t.match(page, { status: 200, text: /Todavía no se ha guardado nada/ })
  t.match(page.html, /<details class="more" open>/, 'what is missing is not folded away')
  t.match(page.text, /Transportista: nombre o razón social \(CMR 6.1.c/)
  t.match(page.text, /FOM\/2861\/2012/)
  t.equal(typedIn(page, 'receiver_city'), 'Lyon', 'what was typed is kept')
  t.equal(await store.head(), before)
})

t.test('without scripts a list gets another line by a button, and all else is kept', async (t) => {
  const page = await sendNew({ do: 'add:goods_items', 'goods_items/0/description': 'Palé' })
  t.equal(page.status, 200)
  const descriptions = [0, 1, 2].map((row) => typedIn(page, `goods_items/${row}/description`))
  t.strictSame([...descriptions, typedIn(page, 'receiver_city')], ['Palé', '', undefined, 'Lyon'])
})

t.test('an earlier note can be copied, without what belongs to it alone', async (t) => {
  const id = await lucia.create(everything)
  const page = await lucia.open(`/ecmrs/nueva?desde=${id}`)
  const names = ['receiver_company_name', 'goods_weight_kg', 'pickup_date', 'seal_numbers']
  t.strictSame(
    names.map((name) => typedIn(page, name)),
    ['Boulangerie Martin', '14800,5', '', ''],
  )
  t.equal((await rivalOwner.open(`/ecmrs/nueva?desde=${id}`)).status, 404)
})

t.test('a form that is sent twice, at once or later, makes one note', async (t) => {
  const { formToken: token = '' } = await lucia.open(NEW)
  const sent = { ...eight, once: randomUUID() }
  const pages = await Promise.all([1, 2, 3].map(() => lucia.send(NEW, sent, { token })))
  const ids = new Set([...pages, await lucia.send(NEW, sent)].map(leadsTo))
  t.equal(ids.size, 1)
  const [id = ''] = ids
  t.strictSame(await storyOf(id), ['EcmrCreated'])
  const changed = await lucia.send(NEW, { ...sent, receiver_city: 'Dijon' })
  t.match(
    changed,
    { status: 409, text: /ya se creó una carta de porte/ },
    'filled in anew after going back, it is not silently dropped',
  )
  t.match(changed.html, new RegExp(`href="/ecmrs/${id}"`))
  t.not(leadsTo(await emma.send(NEW, sent)), id, 'another user’s form is separate')
})

t.test('a form without its own id changes nothing', async (t) => {
  const before = await store.head()
  for (const once of ['', 'x', '../..', randomUUID().slice(1)])
    t.equal((await lucia.send(NEW, { ...eight, once })).status, 400, once)
  t.equal(await store.head(), before)
})

t.test('200 goods items fit, 201 do not, and far too many fields are refused', async (t) => {
  const items = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, row) => [
        [`goods_items/${row}/description`, `Palé ${row}`],
        [`goods_items/${row}/weight_kg`, `${row},5`],
      ]).flat(),
    )
  const id = await lucia.create(items(200))
  const { goods_items = [] } = (await noteOf(id)).fields
  t.equal(goods_items.length, 200)
  t.strictSame(goods_items[199], { description: 'Palé 199', weight_kg: 199.5 })
  const shown = await lucia.open(`/ecmrs/${id}/editar?lista=goods_items&linea=200`)
  t.equal(typedIn(shown, 'goods_items/199/weight_kg'), '199,5')
  t.match(await sendNew(items(201)), { status: 400, text: /Partidas: Como mucho 200/ })
  const invented = Array.from({ length: 3000 }, (_, index) => [`invented${index}`, 'x'] as const)
  const large = { status: 413, text: /demasiado grande/i }
  for (const fields of [Object.fromEntries(invented), { notes: 'x'.repeat(1_100_000) }])
    t.match(await sendNew(fields), large)
})
