import {
  addUser,
  type Company,
  createCompany,
  findUser,
  listInvitations,
  listUsers,
  logInAs,
} from '@ecmr/accounts'
import { actingFor } from '@ecmr/domain'
import t from 'tap'
import { buildTestPanel, operator, SITE_URL } from '../support/panel.js'

const { person, visitor, pool } = await buildTestPanel(t)

const PEOPLE = '/empresa/personas'
const FROM = { from: PEOPLE }

/** One that no other test changes. */
const newCompany = (): Promise<Company> => createCompany(pool, { name: 'Transportes Guadalquivir' }, operator)

t.test('without mail the link of an invitation is shown once, to be handed over', async (t) => {
  const haulier = await newCompany()
  const lucia = await person(haulier)
  const made = await lucia.send(
    `${PEOPLE}/invitar`,
    { email: 'joan@example.com', role: 'member', language: 'es' },
    FROM,
  )
  t.equal(made.status, 200)
  t.match(made.text, /Invitación creada .*Entregue usted este enlace a joan@example\.com/)
  const [path = ''] = /\/invitacion\/[\w-]{43}/.exec(made.html) ?? []
  t.match(made.html, `<code>${SITE_URL}${path}</code>`)
  t.match((await visitor().open(path)).text, /Le invitan a Transportes Guadalquivir/)
  t.notMatch((await lucia.open(PEOPLE)).html, /\/invitacion\//)
  t.equal((await lucia.open(`${PEOPLE}/invitar`)).location, PEOPLE)
})

t.test('an invitation that cannot be made says why, and keeps what was typed', async (t) => {
  const haulier = await newCompany()
  const [lucia, marta] = [await person(haulier), await person(haulier)]
  const { formToken: token = '' } = await lucia.open(PEOPLE)
  const bad: readonly (readonly [Readonly<Record<string, string>>, string, RegExp])[] = [
    [{ email: '' }, 'email', /Rellene/],
    [{ email: 'nobody' }, 'email', /dirección de correo/],
    [{ email: 'a@example.com,b@example.com' }, 'email', /dirección de correo/],
    [{ email: 'a@example.com\nBcc: b@example.com' }, 'email', /dirección de correo/],
    [{ email: '<script>@example.com' }, 'email', /dirección de correo/],
    [{ email: marta.user.email.toUpperCase() }, 'email', /ya forma parte de la empresa/],
    [{ role: 'king' }, 'role', /una de las opciones/],
    [{ language: 'fr' }, 'language', /una de las opciones/],
  ]
  for (const [changed, field, sentence] of bad) {
    const fields = { email: 'joan@example.com', role: 'owner', language: 'es', ...changed }
    const page = await lucia.send(`${PEOPLE}/invitar`, fields, { token })
    t.equal(page.status, 400)
    t.match(
      new RegExp(`id="f-${field}-fault">([^<]*)`).exec(page.html)?.[1],
      sentence,
      JSON.stringify(changed),
    )
    if (!('role' in changed)) t.match(page.html, /id="f-role"[^>]*>\s*<option value="owner" selected>/)
  }
  t.same(await listInvitations(pool, actingFor(haulier.id)), [])
})

t.test('an invitation is withdrawn by its company alone', async (t) => {
  const [haulier, rival] = [await newCompany(), await newCompany()]
  const [lucia, eve] = [await person(haulier), await person(rival)]
  const made = await lucia.send(
    `${PEOPLE}/invitar`,
    { email: "o'hara&co@example.com", role: 'member', language: 'es' },
    FROM,
  )
  t.match(made.html, /o&#39;hara&amp;co@example\.com/)
  const [path = ''] = /\/invitacion\/[\w-]{43}/.exec(made.html) ?? []
  const [address = ''] = /\/empresa\/personas\/invitaciones\/[\w-]{36}\/retirar/.exec(made.html) ?? []
  t.equal((await eve.send(address, {}, FROM)).status, 404)
  t.equal((await lucia.send(`${PEOPLE}/invitaciones/x/retirar`, {}, FROM)).status, 404)
  t.equal((await visitor().open(path)).status, 200)
  t.match((await lucia.follow(await lucia.send(address, {}, FROM))).text, /Invitación retirada/)
  t.equal((await visitor().open(path)).status, 404)
  t.equal((await lucia.send(address, {}, FROM)).status, 404)
})

t.test('an owner changes roles and removes people, but never the last owner', async (t) => {
  const haulier = await newCompany()
  const [lucia, pedro] = [await person(haulier), await person(haulier, 'member', 'Pedro')]
  const role = (id: string, wanted: string) => lucia.send(`${PEOPLE}/${id}/rol`, { role: wanted }, FROM)
  for (const refused of [
    await role(lucia.user.id, 'member'),
    await lucia.send(`${PEOPLE}/${lucia.user.id}/quitar`, {}, FROM),
  ]) {
    t.equal(refused.status, 400)
    t.match(refused.text, /Es el único propietario\. Nombre antes a otro/)
  }
  t.equal((await role(pedro.user.id, 'king')).status, 400)
  t.match((await lucia.follow(await role(pedro.user.id, 'owner'))).text, /Rol cambiado/)
  t.equal((await pedro.open(PEOPLE)).status, 200, 'it counts at once')

  const stepped = await role(lucia.user.id, 'member')
  t.equal(stepped.location, '/empresa')
  t.equal((await lucia.open(PEOPLE)).status, 403)
  const removed = await pedro.send(`${PEOPLE}/${lucia.user.id}/quitar`, {}, FROM)
  t.match((await pedro.follow(removed)).text, /ya no forma parte de la empresa/)
  t.equal((await lucia.open('/cuenta')).status, 303)
  t.equal(await findUser(pool, lucia.user.email), undefined)
})

t.test('an owner who is not the last can leave', async (t) => {
  const haulier = await newCompany()
  const [lucia, marta] = [await person(haulier), await person(haulier, 'owner', 'Marta')]
  const gone = await marta.send(`${PEOPLE}/${marta.user.id}/quitar`, {}, FROM)
  t.equal(gone.location, '/entrar')
  t.notOk(marta.cookies.has('__Host-session'))
  t.notMatch((await lucia.open(PEOPLE)).text, /Marta/)
})

t.test('people of other companies and unknown ids get the same answer', async (t) => {
  const [haulier, rival] = [await newCompany(), await newCompany()]
  const [lucia, eve] = [await person(haulier), await person(rival, 'member', 'Eve')]
  const seen = new Set<string>()
  for (const id of [eve.user.id, '00000000-0000-4000-8000-000000000000', 'x', '%27--']) {
    for (const [what, fields] of [
      ['rol', { role: 'owner' }],
      ['quitar', {}],
    ] as const) {
      const page = await lucia.send(`${PEOPLE}/${id}/${what}`, fields, FROM)
      t.equal(page.status, 404, `${id} ${what}`)
      seen.add(page.text.replace(/[\w-]{36}/, ''))
    }
  }
  t.equal(seen.size, 1)
  t.match(await findUser(pool, eve.user.email), { role: 'member' })
})

t.test('a member is refused at every address of owners, and nothing is done', async (t) => {
  const haulier = await newCompany()
  const [lucia, pedro] = [await person(haulier), await person(haulier, 'member', 'Pedro')]
  const made = await lucia.send(
    `${PEOPLE}/invitar`,
    { email: 'joan@example.com', role: 'member', language: 'es' },
    FROM,
  )
  const [withdraw = ''] = /\/empresa\/personas\/invitaciones\/[\w-]{36}\/retirar/.exec(made.html) ?? []
  const before = [
    await listUsers(pool, actingFor(haulier.id)),
    await listInvitations(pool, actingFor(haulier.id)),
  ]
  const tried: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['/empresa', { name: 'Pedro', time_zone: 'UTC', policy: 'strict' }],
    [`${PEOPLE}/invitar`, { email: 'eve@example.com', role: 'owner', language: 'es' }],
    [`${PEOPLE}/${pedro.user.id}/rol`, { role: 'owner' }],
    [`${PEOPLE}/${lucia.user.id}/quitar`, {}],
    [withdraw, {}],
  ]
  for (const [address, fields] of tried) {
    const page = await pedro.send(address, fields, { from: '/cuenta' })
    t.equal(page.status, 403, address)
    t.match(page.text, /Solo para propietarios/)
  }
  t.equal((await pedro.open(PEOPLE)).status, 403)
  const after = [
    await listUsers(pool, actingFor(haulier.id)),
    await listInvitations(pool, actingFor(haulier.id)),
  ]
  t.same(after, before)
})

t.test('what people call themselves and their company is text, wherever it is shown', async (t) => {
  const haulier = await newCompany()
  const xss = `"><script>alert(1)</script><img src=x onerror=alert(1)>'{{7777*7777}}<%= 7777*7777 %>`
  await pool.query('update accounts.companies set name = $1, city = $1, tax_id = $1 where id = $2', [
    xss,
    haulier.id,
  ])
  const [lucia, pedro] = [await person(haulier, 'owner', xss), await person(haulier, 'member', xss)]
  const { token } = await logInAs(pool, lucia.user.id, { address: xss, userAgent: xss })
  t.ok(token)
  const made = await lucia.send(
    `${PEOPLE}/invitar`,
    { email: 'joan@example.com', role: 'member', language: 'es' },
    FROM,
  )
  const [invitation = ''] = /\/invitacion\/[\w-]{43}/.exec(made.html) ?? []
  const pages = [
    made,
    await lucia.open('/cuenta'),
    await lucia.open('/empresa'),
    await lucia.open(PEOPLE),
    await pedro.open('/empresa'),
    await lucia.open(invitation),
    await visitor().open(invitation),
  ]
  for (const { status, html, text } of pages) {
    t.equal(status, 200)
    t.notMatch(html, /<script>alert|<img src=x|60481729/)
    t.match(text, '<script>alert(1)</script>')
  }
})

t.test('many people come page by page', async (t) => {
  const haulier = await newCompany()
  const lucia = await person(haulier)
  for (let n = 0; n < 30; n += 1) {
    const email = `driver${n}@example.com`
    await addUser(pool, { company_id: haulier.id, email, name: `Driver ${n}`, role: 'member' }, operator)
  }
  const first = await lucia.open(PEOPLE)
  t.match(first.text, /Página 1 de 2 Siguiente/)
  t.ok(first.html.length < 100_000, `${first.html.length}`)
  t.match((await lucia.open(`${PEOPLE}?pagina=2`)).text, /Driver 29 .*Página 2 de 2 Anterior/)
  for (const page of ['99', '-1', 'x', '0', '1&pagina=2']) {
    t.equal((await lucia.open(`${PEOPLE}?pagina=${page}`)).status, 200, page)
  }
})
