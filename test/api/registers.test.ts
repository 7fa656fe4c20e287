import { createApiKey } from '@ecmr/accounts'
import { registerLimits, registers } from '@ecmr/contract'
import t from 'tap'
import { buildTestApi, type Customer, operator } from '../support/api.js'

const api = await buildTestApi(t)
const { haulier, rival } = api

const bodies = {
  parties: { company_name: 'Álvarez e Hijos S.L.', address: 'Calle Mayor 1', city: 'Jaén', country: 'ES' },
  drivers: { name: 'Iván Núñez', phone: '+34 600 000 000', license_expires: '2027-05-01' },
  vehicles: { plate: '1234 LMN', kind: 'tractor', country: 'ES' },
  templates: { name: 'Aceite a Lyon', fields: { goods_description: 'Aceite', receiver_city: 'Lyon' } },
} as const

interface Entry {
  readonly id: string
  readonly version: number
  readonly [member: string]: unknown
}

const UNKNOWN = '01990000-0000-7000-8000-000000000000'

async function added(by: Customer, register: string, body: object): Promise<Entry> {
  const answer = await by.call('POST', `/api/${register}`, body)
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.json() as Entry
}

async function listed(by: Customer, path: string): Promise<readonly Entry[]> {
  const answer = await by.call('GET', path)
  if (answer.status !== 200) throw new Error(answer.text)
  return (answer.json() as { readonly data: readonly Entry[] }).data
}

for (const register of registers)
  t.test(`${register}: added, read, changed, removed`, async (t) => {
    const made = await haulier.call('POST', `/api/${register}`, { ...bodies[register], reference: 'R-1' })
    t.equal(made.status, 201, made.text)
    const entry = made.json() as Entry
    t.match(entry, { ...bodies[register], reference: 'R-1', version: 1 })
    t.match(made.headers, { location: `/api/${register}/${entry.id}`, etag: '"1"' })

    const path = `/api/${register}/${entry.id}`
    t.same((await haulier.call('GET', path)).json(), entry)
    t.equal((await haulier.call('GET', path, undefined, { 'if-none-match': '"1"' })).status, 304)

    const cleared = await haulier.call('PATCH', path, { reference: null }, { 'if-match': '"1"' })
    t.equal(cleared.status, 200, cleared.text)
    t.match(cleared.json(), { version: 2 })
    t.notOk('reference' in Object(cleared.json()))
    t.match(cleared.headers, { etag: '"2"' })
    const same = await haulier.call('PATCH', path, { ...bodies[register] })
    t.match(same.json(), { version: 2 }, 'what changes nothing is no version')

    const stale = await haulier.call('PATCH', path, { reference: 'R-2' }, { 'if-match': '"1"' })
    t.match(stale.problem(), { status: 412, code: 'stale_version', detail: /version 2/ })
    t.equal((await haulier.call('DELETE', path, undefined, { 'if-match': '"1"' })).status, 412)
    t.equal((await haulier.call('DELETE', path)).status, 204)
    t.equal((await haulier.call('GET', path)).status, 404)
    t.equal((await haulier.call('DELETE', path)).status, 404)
  })

t.test('an idempotency key adds, changes and removes once', async (t) => {
  const key = { 'idempotency-key': 'driver-1' }
  const [first, again] = [
    await haulier.call('POST', '/api/drivers', bodies.drivers, key),
    await haulier.call('POST', '/api/drivers', bodies.drivers, key),
  ]
  t.same(again.json(), first.json())
  t.equal(again.headers['idempotent-replayed'], 'true')
  const { id } = first.json() as Entry
  const other = await haulier.call('POST', '/api/drivers', { name: 'Another' }, key)
  t.match(other.problem(), { status: 422, code: 'idempotency_key_reused' })
  const removal = { 'idempotency-key': 'driver-1-gone' }
  t.equal((await haulier.call('DELETE', `/api/drivers/${id}`, undefined, removal)).status, 204)
  t.equal((await haulier.call('DELETE', `/api/drivers/${id}`, undefined, removal)).status, 204)
  const late = await haulier.call('POST', '/api/drivers', bodies.drivers, key)
  t.equal(late.status, 404, 'a repeat does not bring back what was removed since')
})

t.test('two who change the same entry at once do not undo each other', async (t) => {
  const { id } = await added(haulier, 'parties', bodies.parties)
  const path = `/api/parties/${id}`
  const answers = await Promise.all(
    ['Úbeda', 'Baeza', 'Martos', 'Linares'].map((city) =>
      haulier.call('PATCH', path, { city }, { 'if-match': '"1"' }),
    ),
  )
  t.same(answers.map(({ status }) => status).sort(), [200, 412, 412, 412])
  await Promise.all([
    haulier.call('PATCH', path, { phone: '1' }),
    haulier.call('PATCH', path, { email: 'a@example.com' }),
  ])
  t.match((await haulier.call('GET', path)).json(), { phone: '1', email: 'a@example.com', version: 4 })
})

t.test('a reference is there once in each register of a company', async (t) => {
  const reference = 'ERP-77'
  await added(haulier, 'parties', { ...bodies.parties, reference })
  await added(haulier, 'drivers', { ...bodies.drivers, reference })
  await added(rival, 'parties', { ...bodies.parties, reference })
  const taken = await haulier.call('POST', '/api/parties', { ...bodies.parties, reference })
  t.match(taken.problem(), { status: 409, code: 'reference_taken', errors: [{ pointer: '/reference' }] })
  const both = await Promise.all(
    [1, 2, 3].map(() => haulier.call('POST', '/api/vehicles', { ...bodies.vehicles, reference })),
  )
  t.same(both.map(({ status }) => status).sort(), [201, 409, 409])
  t.equal((await listed(haulier, `/api/vehicles?reference=${reference}`)).length, 1)
})

t.test(
  'a search knows no accents, no case and no patterns; names that begin with it come first',
  async (t) => {
    const shipper = api.customer(rival.company, rival.key)
    for (const company_name of [
      'Bodegas Peñón 100%',
      'Café_Norte',
      'Norte Café',
      'Ruta\\Sur',
      'Øresund Fragt',
    ])
      await added(shipper, 'parties', { company_name, tax_id: 'B-12.345.678' })
    const names = async (q: string) =>
      (await listed(shipper, `/api/parties?q=${encodeURIComponent(q)}`)).map((entry) => entry.company_name)
    t.same(await names('PEÑON'), ['Bodegas Peñón 100%'])
    t.same(await names('penon bodegas'), ['Bodegas Peñón 100%'])
    t.same(await names('norte'), ['Norte Café', 'Café_Norte'], 'prefix first')
    t.same(await names('oresund'), ['Øresund Fragt'])
    t.same(await names('%'), ['Bodegas Peñón 100%'])
    t.same(await names('_'), ['Café_Norte'])
    t.same(await names('\\'), ['Ruta\\Sur'])
    t.equal((await names('b12345678')).length, 5, 'tax numbers with and without separators')
    t.same(await names("' or 1=1 --"), [])
  },
)

t.test('pages are walked by cursor, which belongs to its list and its question', async (t) => {
  const company = api.customer(rival.company, rival.key)
  for (let n = 0; n < 7; n++) await added(company, 'vehicles', { plate: `CUR ${n}`, kind: 'rigid' })
  const seen: unknown[] = []
  let path = '/api/vehicles?q=CUR&limit=3'
  for (let page = 0; page < 3; page++) {
    const answer = await company.call('GET', path)
    const { data, pagination } = answer.json() as {
      readonly data: readonly Entry[]
      readonly pagination: { readonly total: number; readonly next_cursor: string | null }
    }
    t.equal(pagination.total, 7)
    seen.push(...data.map(({ plate }) => plate))
    if (pagination.next_cursor === null) break
    path = `/api/vehicles?q=CUR&limit=3&cursor=${pagination.next_cursor}`
    t.match(answer.headers.link, /rel="next"/)
    const elsewhere = await company.call('GET', `/api/drivers?q=CUR&cursor=${pagination.next_cursor}`)
    t.match(elsewhere.problem(), { status: 400, errors: [{ pointer: '/cursor' }] })
  }
  t.same(
    seen,
    [0, 1, 2, 3, 4, 5, 6].map((n) => `CUR ${n}`),
  )
})

t.test('faults of an entry are listed by member', async (t) => {
  const answer = await haulier.call('POST', '/api/vehicles', {
    plate: ' ',
    kind: 'boat',
    country: 'Spain',
    inspection_expires: '2027-02-30',
    colour: 'red',
  })
  t.equal(answer.status, 400)
  t.same((answer.problem().errors ?? []).map(({ pointer }) => pointer).sort(), [
    '/colour',
    '/country',
    '/inspection_expires',
    '/kind',
    '/plate',
  ])
  const template = await haulier.call('POST', '/api/templates', { name: 'x', fields: { sender_cty: 'x' } })
  t.match(template.problem().errors, [{ pointer: '/fields/sender_cty', message: /sender_city/ }])
})

t.test('an entry of another company is as unknown as one that never was', async (t) => {
  for (const register of registers) {
    const { id } = await added(haulier, register, bodies[register])
    for (const [method, body] of [
      ['GET', undefined],
      ['HEAD', undefined],
      ['PATCH', { reference: 'x' }],
      ['DELETE', undefined],
    ] as const) {
      const headers = { 'x-request-id': 'same', 'if-match': '"9"' }
      const foreign = await rival.call(method, `/api/${register}/${id}`, body, headers)
      const none = await rival.call(method, `/api/${register}/${UNKNOWN}`, body, headers)
      const malformed = await rival.call(method, `/api/${register}/nonsense`, body, headers)
      t.equal(foreign.status, 404, `${method} ${register}`)
      t.same([foreign.text, foreign.text], [none.text, malformed.text])
    }
    const other = registers.find((each) => each !== register)
    t.equal((await haulier.call('GET', `/api/${other}/${id}`)).status, 404, 'nor is it in another register')
    t.notMatch((await rival.call('GET', `/api/${register}?limit=100`)).text, id)
    t.notMatch((await rival.call('GET', `/api/${register}.csv`)).text, id)
    const stolen = await api.send({
      method: 'POST',
      url: `/api/${register}.csv`,
      headers: { 'x-api-key': rival.key, 'content-type': 'text/csv' },
      payload: `id,reference\n${id},stolen\n`,
    })
    t.match(stolen.problem(), { status: 400, errors: [{ pointer: '/2/id', code: 'not_found' }] })
  }
})

t.test('a key that may only read changes nothing, and test keys have registers of their own', async (t) => {
  const reader = api.customer(haulier.company, await api.keyFor(haulier.company, ['ecmrs:read']))
  t.equal((await reader.call('GET', '/api/drivers')).status, 200)
  t.match((await reader.call('POST', '/api/drivers', bodies.drivers)).problem(), {
    code: 'insufficient_scope',
  })
  const { clear } = await createApiKey(
    api.pool,
    { company_id: haulier.company.id, name: 'test', livemode: false },
    operator,
  )
  const trying = api.customer(haulier.company, clear)
  const { id } = await added(haulier, 'drivers', bodies.drivers)
  t.equal((await trying.call('GET', `/api/drivers/${id}`)).status, 404)
  t.equal((await trying.call('POST', '/api/ecmrs', { driver_id: id })).status, 422)
  t.same(await listed(trying, '/api/drivers'), [])
})

t.test('the audit trail has names of members, and no value', async (t) => {
  const secret = 'Nombre Muy Personal'
  const { id } = await added(haulier, 'drivers', { name: secret, phone: '600 999 888' })
  await haulier.call('PATCH', `/api/drivers/${id}`, { phone: '600 777 666' })
  await haulier.call('DELETE', `/api/drivers/${id}`)
  const { rows } = await api.pool.query(
    `select type, data from accounts.audit_outbox where data->>'entry_id' = $1 order by seq`,
    [id],
  )
  t.same(rows, [
    { type: 'RegisterEntryAdded', data: { register: 'drivers', entry_id: id, fields: ['name', 'phone'] } },
    { type: 'RegisterEntryChanged', data: { register: 'drivers', entry_id: id, fields: ['phone'] } },
    { type: 'RegisterEntryRemoved', data: { register: 'drivers', entry_id: id } },
  ])
  const { rows: left } = await api.pool.query(`select * from registers.entries where data::text like $1`, [
    `%${secret}%`,
  ])
  t.same(left, [], 'and nothing of it is left')
})

t.test('a register has room for so many entries', async (t) => {
  const { entries } = registerLimits.templates
  await api.pool.query(
    `insert into registers.entries (id, company_id, register, title, words, data)
     select gen_random_uuid(), $1, 'templates', 'x', 'x', '{"name": "x", "fields": {}}'
     from generate_series(1, $2::int - (select count(*) from registers.entries
       where company_id = $1 and register = 'templates')::int)`,
    [haulier.company.id, entries - 1],
  )
  const answers = await Promise.all(
    [1, 2, 3].map(() => haulier.call('POST', '/api/templates', bodies.templates)),
  )
  t.same(answers.map(({ status }) => status).sort(), [201, 409, 409])
  const full = answers.find(({ status }) => status === 409)
  t.match(full?.problem(), { code: 'register_full', detail: /at most 200 templates/ })
})
