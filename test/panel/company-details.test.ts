import { type Company, createCompany, findCompany } from '@ecmr/accounts'
import t from 'tap'
import { buildTestPanel, operator } from '../support/panel.js'

const { person, pool } = await buildTestPanel(t)

/** One that no other test changes. */
const newCompany = (): Promise<Company> => createCompany(pool, { name: 'Transportes Guadalquivir' }, operator)

const DETAILS = {
  name: 'Transportes Guadalquivir, S.A.',
  tax_id: 'ESA12345678',
  address: 'Calle del Río, 3',
  city: 'Sevilla',
  postal_code: '41001',
  country: 'ES',
  phone: '+34 955 000 000',
  time_zone: 'Atlantic/Canary',
  policy: 'strict',
}

t.test('an owner changes what the company says about itself, and clears it again', async (t) => {
  const haulier = await newCompany()
  const lucia = await person(haulier)
  const saved = await lucia.send('/empresa', DETAILS)
  t.equal(saved.location, '/empresa')
  const page = await lucia.follow(saved)
  t.match(page.text, /Los datos de la empresa se han guardado/)
  t.match(page.html, /<option value="ES" selected>España/)
  t.match(page.html, /<option value="Atlantic\/Canary" selected>/)
  t.match(page.html, /value="strict" checked/)
  t.match(await findCompany(pool, haulier.id), DETAILS)
  const bare = { name: 'Guadalquivir', time_zone: 'UTC', policy: 'lenient' }
  await lucia.send('/empresa', { ...bare, tax_id: '', city: '  ' })
  t.match(await findCompany(pool, haulier.id), {
    ...bare,
    tax_id: null,
    city: null,
    country: null,
    phone: null,
  })
})

t.test('faults are shown beside each field, what was typed stays, nothing is saved', async (t) => {
  const haulier = await newCompany()
  const lucia = await person(haulier)
  const bad: readonly (readonly [string, string, RegExp])[] = [
    ['name', '', /Rellene/],
    ['name', 'x'.repeat(201), /como mucho 200/],
    ['name', 'Uno\nDos', /formato correcto/],
    ['tax_id', 'x'.repeat(51), /como mucho 50/],
    ['address', 'x'.repeat(501), /como mucho 500/],
    ['postal_code', 'x'.repeat(21), /como mucho 20/],
    ['country', 'XX', /formato correcto/],
    ['country', 'es', /formato correcto/],
    ['phone', 'x'.repeat(51), /como mucho 50/],
    ['time_zone', 'Europe/Sevilla', /una de las opciones/],
    ['time_zone', '', /una de las opciones|Rellene/],
    ['policy', 'anarchy', /una de las opciones/],
  ]
  const { formToken: token = '' } = await lucia.open('/empresa')
  for (const [field, value, sentence] of bad) {
    const page = await lucia.send('/empresa', { ...DETAILS, [field]: value }, { token })
    t.equal(page.status, 400, field)
    t.match(
      page.html,
      new RegExp(`<a href="#f-${field}">[^<]*${sentence.source}`),
      `${field} ${value.slice(0, 20)}`,
    )
    t.match(page.html, field === 'city' ? /Sevilla/ : /value="Sevilla"/)
  }
  t.match(await findCompany(pool, haulier.id), { name: haulier.name, city: null, policy: 'lenient' })
})

t.test('members see everything and change nothing', async (t) => {
  const haulier = await newCompany()
  const [lucia, pedro] = [await person(haulier), await person(haulier, 'member', 'Pedro')]
  await lucia.send('/empresa', DETAILS)
  const page = await pedro.open('/empresa')
  t.match(page.text, /ESA12345678 .*Sevilla .*España .*Atlantic\/Canary .*Exigir.* Solo los propietarios/)
  t.notMatch(page.html, /action="\/empresa"|\/empresa\/personas/)
  const refused = await pedro.send('/empresa', { ...DETAILS, name: 'Pedro' }, { from: '/cuenta' })
  t.equal(refused.status, 403)
  t.match(refused.text, /Solo para propietarios/)
  t.match(await findCompany(pool, haulier.id), { name: DETAILS.name })
})

t.test('the plan is shown with what it includes, and who changes it', async (t) => {
  const haulier = await newCompany()
  await pool.query(`update accounts.companies set plan = 'pro' where id = $1`, [haulier.id])
  const lucia = await person(haulier)
  const page = await lucia.open('/empresa')
  t.match(
    page.text,
    /Free .*Sin asistentes de IA.* Pro el suyo .*asistentes de IA conectados.* Enterprise .*operador/,
  )
  t.equal(page.html.match(/aria-current="true"/g)?.length, 1)
  t.match((await lucia.send('/empresa', { ...DETAILS, plan: 'enterprise' })).status, 303)
  t.match(await findCompany(pool, haulier.id), { plan: 'pro' })
})

t.test('a zone that the operator has chosen by another name stays', async (t) => {
  const haulier = await newCompany()
  await pool.query(`update accounts.companies set time_zone = 'Etc/UTC' where id = $1`, [haulier.id])
  const page = await (await person(haulier)).open('/empresa')
  t.match(page.html, /<option value="Etc\/UTC" selected>/)
  t.ok(page.html.length < 100_000, `${page.html.length}`)
})
