import { addUser, findCompany, findUser, listInvitations } from '@ecmr/accounts'
import { actingFor } from '@ecmr/domain'
import t from 'tap'
import { buildTestPanel, operator, SITE_URL } from '../support/panel.js'
import { expectFaults, withOwnCompanies } from './ground.js'

const shared = await buildTestPanel(t)
const { person, visitor, pool } = shared

const PEOPLE = '/empresa/personas'
const FROM = { from: PEOPLE }
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
const JOAN = { email: 'joan@example.com', role: 'member', language: 'es' }
const invitationIn = (html: string) => /\/invitacion\/[\w-]{43}/.exec(html)?.[0] ?? ''

t.test('an owner changes what the company says about itself, and clears it again', async (t) => {
  const { lucia, haulier } = await withOwnCompanies(shared)
  const saved = await lucia.send('/empresa', DETAILS)
  t.equal(saved.location, '/empresa')
  const page = await lucia.follow(saved)
  t.match(page.text, /Datos de la empresa guardados/)
  t.match(page.html, /<option value="ES" selected>España/)
  t.match(page.html, /<option value="Atlantic\/Canary" selected>/)
  t.match(page.html, /value="strict" checked/)
  t.match(await findCompany(pool, haulier.id), DETAILS)
  const bare = { name: 'Guadalquivir', time_zone: 'UTC', policy: 'lenient' }
  await lucia.send('/empresa', { ...bare, tax_id: '', city: '  ' })
  const cleared = { ...bare, tax_id: null, city: null, country: null, phone: null }
  t.match(await findCompany(pool, haulier.id), cleared)
})

t.test('faults are shown next to each field, what was typed stays, nothing is saved', async (t) => {
  const { lucia, haulier } = await withOwnCompanies(shared)
  await expectFaults(t, lucia, '/empresa', (changed) => ({ ...DETAILS, ...changed }), [
    [{ name: '' }, 'name', /Rellene/],
    [{ name: 'x'.repeat(201) }, 'name', /como mucho 200/],
    [{ name: 'Uno\nDos' }, 'name', /formato correcto/],
    [{ tax_id: 'x'.repeat(51) }, 'tax_id', /como mucho 50/],
    [{ address: 'x'.repeat(501) }, 'address', /como mucho 500/],
    [{ postal_code: 'x'.repeat(21) }, 'postal_code', /como mucho 20/],
    [{ country: 'XX' }, 'country', /formato correcto/],
    [{ country: 'es' }, 'country', /formato correcto/],
    [{ phone: 'x'.repeat(51) }, 'phone', /como mucho 50/],
    [{ time_zone: 'Europe/Sevilla' }, 'time_zone', /una de las opciones/],
    [{ time_zone: '' }, 'time_zone', /una de las opciones|Rellene/],
  ])
  const anarchy = await lucia.send('/empresa', { ...DETAILS, policy: 'anarchy' })
  t.match(anarchy, { status: 400, html: /<a href="#f-policy">[^<]*una de las opciones/ })
  t.match(await findCompany(pool, haulier.id), { name: haulier.name, city: null, policy: 'lenient' })
})

t.test('members see everything, and no form', async (t) => {
  const { lucia, haulier } = await withOwnCompanies(shared)
  await lucia.send('/empresa', DETAILS)
  const page = await (await person(haulier, 'member', 'Pedro')).open('/empresa')
  t.match(page.text, /ESA12345678 .*Sevilla .*España .*Atlantic\/Canary .*Bloquear.* Solo los propietarios/)
  t.notMatch(page.html, /action="\/empresa"|\/empresa\/personas/)
})

t.test('the plan is shown with what it includes, and who changes it', async (t) => {
  const { lucia, haulier } = await withOwnCompanies(shared, 'pro')
  const page = await lucia.open('/empresa')
  const plans =
    /Free .*Sin asistentes de IA.* Pro plan actual .*asistentes de IA conectados.* Enterprise .*operador/
  t.match(page.text, plans)
  t.equal(page.html.match(/<li class="card" aria-current="true"/g)?.length, 1)
  t.match((await lucia.send('/empresa', { ...DETAILS, plan: 'enterprise' })).status, 303)
  t.match(await findCompany(pool, haulier.id), { plan: 'pro' })
})

t.test('a zone that the operator has chosen by another name stays', async (t) => {
  const { lucia, haulier } = await withOwnCompanies(shared)
  await pool.query(`update accounts.companies set time_zone = 'Etc/UTC' where id = $1`, [haulier.id])
  const page = await lucia.open('/empresa')
  t.match(page.html, /<option value="Etc\/UTC" selected>/)
  t.ok(page.html.length < 60_000, `${page.html.length}`)
})

t.test('without mail the link of an invitation is shown once, to be handed over', async (t) => {
  const { lucia } = await withOwnCompanies(shared)
  const made = await lucia.send(`${PEOPLE}/invitar`, JOAN, FROM)
  const text = /Invitación creada .*Envíe este enlace a joan@example\.com/
  t.match(made, { status: 200, text, html: `<code>${SITE_URL}${invitationIn(made.html)}</code>` })
  t.match((await visitor().open(invitationIn(made.html))).text, /Invitación a Transportes Guadalquivir/)
  t.notMatch((await lucia.open(PEOPLE)).html, /\/invitacion\//)
  t.equal((await lucia.open(`${PEOPLE}/invitar`)).location, PEOPLE)
})

t.test('an invitation that cannot be made says why, and keeps what was typed', async (t) => {
  const { lucia, haulier } = await withOwnCompanies(shared)
  const marta = await person(haulier)
  const { formToken: token = '' } = await lucia.open(PEOPLE)
  for (const [changed, field, sentence] of [
    [{ email: '' }, 'email', 'Rellene'],
    [{ email: 'nobody' }, 'email', '[^<]*dirección de correo'],
    [{ email: 'a@example.com,b@example.com' }, 'email', '[^<]*dirección de correo'],
    [{ email: 'a@example.com\nBcc: b@example.com' }, 'email', '[^<]*dirección de correo'],
    [{ email: '<script>@example.com' }, 'email', '[^<]*dirección de correo'],
    [{ email: marta.user.email.toUpperCase() }, 'email', '[^<]*ya forma parte de la empresa'],
    [{ role: 'king' }, 'role', '[^<]*una de las opciones'],
    [{ language: 'fr' }, 'language', '[^<]*una de las opciones'],
  ] as const) {
    const page = await lucia.send(`${PEOPLE}/invitar`, { ...JOAN, role: 'owner', ...changed }, { token })
    t.match(page, { status: 400, html: new RegExp(`id="f-${field}-fault">${sentence}`) })
    if (field !== 'role') t.match(page.html, /id="f-role"[^>]*>\s*<option value="owner" selected>/)
  }
  t.same(await listInvitations(pool, actingFor(haulier.id)), [])
})

t.test('an invitation is withdrawn, once', async (t) => {
  const { lucia } = await withOwnCompanies(shared)
  const made = await lucia.send(`${PEOPLE}/invitar`, { ...JOAN, email: "o'hara&co@example.com" }, FROM)
  t.match(made.html, /o&#39;hara&amp;co@example\.com/)
  const path = invitationIn(made.html)
  const [address = ''] = /\/empresa\/personas\/invitaciones\/[\w-]{36}\/retirar/.exec(made.html) ?? []
  t.equal((await visitor().open(path)).status, 200)
  t.match((await lucia.follow(await lucia.send(address, {}, FROM))).text, /Invitación retirada/)
  t.equal((await visitor().open(path)).status, 404)
  t.equal((await lucia.send(address, {}, FROM)).status, 404)
})

t.test('an owner changes roles and removes people, but never the last owner', async (t) => {
  const { lucia, haulier } = await withOwnCompanies(shared)
  const pedro = await person(haulier, 'member', 'Pedro')
  const role = (id: string, wanted: string) => lucia.send(`${PEOPLE}/${id}/rol`, { role: wanted }, FROM)
  const refused = { status: 400, text: /Es el único propietario\. Nombre primero a otro/ }
  t.match(await role(lucia.user.id, 'member'), refused)
  t.match(await lucia.send(`${PEOPLE}/${lucia.user.id}/quitar`, {}, FROM), refused)
  t.equal((await role(pedro.user.id, 'king')).status, 400)
  t.match((await lucia.follow(await role(pedro.user.id, 'owner'))).text, /Rol cambiado/)
  t.equal((await pedro.open(PEOPLE)).status, 200, 'it counts at once')

  t.equal((await role(lucia.user.id, 'member')).location, '/empresa')
  t.equal((await lucia.open(PEOPLE)).status, 403)
  const removed = await pedro.send(`${PEOPLE}/${lucia.user.id}/quitar`, {}, FROM)
  t.match((await pedro.follow(removed)).text, /ya no tiene acceso a la empresa/)
  t.equal((await lucia.open('/cuenta')).status, 303)
  t.equal(await findUser(pool, actingFor(haulier.id), lucia.user.email), undefined)
})

t.test('an owner who is not the last can leave', async (t) => {
  const { lucia, haulier } = await withOwnCompanies(shared)
  const marta = await person(haulier, 'owner', 'Marta')
  t.equal((await marta.send(`${PEOPLE}/${marta.user.id}/quitar`, {}, FROM)).location, '/entrar')
  t.notOk(marta.cookies.has('__Host-session'))
  t.notMatch((await lucia.open(PEOPLE)).text, /Marta/)
})

t.test('people of other companies and unknown ids get the same answer', async (t) => {
  const { lucia, rival } = await withOwnCompanies(shared)
  const eve = await person(rival, 'member', 'Eve')
  const seen = new Set<string>()
  for (const id of [eve.user.id, '00000000-0000-4000-8000-000000000000', 'x', '%27--'])
    for (const what of ['rol', 'quitar']) {
      const page = await lucia.send(`${PEOPLE}/${id}/${what}`, { role: 'owner' }, FROM)
      t.equal(page.status, 404, `${id} ${what}`)
      seen.add(page.text.replace(/[\w-]{36}/, ''))
    }
  t.equal(seen.size, 1)
  t.match(await findUser(pool, actingFor(rival.id), eve.user.email), { role: 'member' })
})

t.test('many people come page by page', async (t) => {
  const { lucia, haulier } = await withOwnCompanies(shared)
  for (let n = 0; n < 30; n += 1) {
    const driver = { email: `driver${n}@example.com`, name: `Driver ${n}`, role: 'member' } as const
    await addUser(pool, { company_id: haulier.id, ...driver }, operator)
  }
  const first = await lucia.open(PEOPLE)
  t.match(first.text, /Página 1 de 2 Siguiente/)
  t.ok(first.html.length < 60_000, `${first.html.length}`)
  t.match((await lucia.open(`${PEOPLE}?pagina=2`)).text, /Driver 29 .*Página 2 de 2 Anterior/)
  for (const page of ['99', '-1', 'x', '0', '1&pagina=2'])
    t.equal((await lucia.open(`${PEOPLE}?pagina=${page}`)).status, 200, page)
})
