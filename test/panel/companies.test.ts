import {
  addMembership,
  type Company,
  createApiKey,
  findPerson,
  listMemberships,
  listUsers,
  removeUser,
  saveView,
  type UserRole,
} from '@ecmr/accounts'
import { createExample } from '@ecmr/contract'
import { actingFor, testCompanyOf } from '@ecmr/domain'
import { listNotes } from '@ecmr/read-models'
import type { Pool } from 'pg'
import t from 'tap'
import { PASSWORD, withPassword } from '../support/account.js'
import { buildTestPanel, operator } from '../support/panel.js'
import { until } from '../support/until.js'
import type { Page, Visit } from '../support/visit.js'
import { answerOn, authorizeUrl, newClient, parametersOf } from './connect-client.js'
import { openStream } from './event-stream.js'
import { noteWriter, withOwnCompanies } from './ground.js'
import { filledIn as webhookForm } from './webhooks.js'

// A person who acts for several companies: what they see of each, and how they go from one to the other.

const shared = await buildTestPanel(t)
const origin = await shared.app.listen({ host: '127.0.0.1', port: 0 })
const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' }

/** Lucía, who owns one company and belongs to another one. */
async function ground(role: UserRole = 'owner') {
  const panel = await withOwnCompanies(shared, 'pro')
  const { lucia, haulier, rival, pool } = panel
  const added = await addMembership(pool, lucia.user, { company_id: rival.id, role }, operator)
  if (!added.ok) throw new Error(added.reason)
  const { create, write } = noteWriter(panel)
  return { ...panel, create, write, goTo: (company: Company) => switchTo(lucia, company), here: haulier }
}

function switchTo(who: Visit, { id }: Pick<Company, 'id'>, siguiente = '/'): Promise<Page> {
  return who.send('/cambiar-empresa', { _company: id, siguiente }, { from: '/' })
}

const titleIn = ({ html }: Page): string => /<h1>([^<]*)<\/h1>/.exec(html)?.[1] ?? ''
const whoIn = ({ html }: Page): string => /class="who"><strong>([^<]*)</.exec(html)?.[1] ?? ''

/** The fields of the form on a page that leads to this address, as a browser sends them. */
function fieldsOf({ html }: Page, action: string): Readonly<Record<string, string>> {
  // The menu has a form to the same address before it.
  const form = html.split('<form ').findLast((one) => one.includes(`action="${action}"`)) ?? ''
  const inputs = [
    ...(form.split('</form>')[0]?.matchAll(/<input[^>]* name="([^"]+)" value="([^"]*)"/g) ?? []),
  ]
  return Object.fromEntries(
    inputs
      .filter(([, name]) => name !== '_csrf')
      .map(([, name = '', value = '']) => [name, unescaped(value)]),
  )
}

/** How many notes a company's list has. */
async function total(pool: Pool, company: string): Promise<number> {
  return (await listNotes(pool, actingFor(company), { limit: 10 })).items.length
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

t.test('people with one company see its name and no menu; with more they switch', async (t) => {
  const { lucia, rival, goTo, person, haulier } = await ground()
  const single = await (await person(haulier)).open('/')
  t.equal(whoIn(single), haulier.name)
  t.notMatch(single.html, 'cambiar-empresa')
  const before = await lucia.open('/')
  t.equal(whoIn(before), haulier.name)
  t.match(before.html, /<label for="companies">[^<]+<\/label>\s*<select id="companies" name="_company">/)
  t.match(before.html, `<option value="${rival.id}">${rival.name}</option>`)
  t.notMatch(before.html, `<option value="${haulier.id}">`)
  const switched = await goTo(rival)
  t.match(switched, { status: 303, location: '/' })
  const after = await lucia.follow(switched)
  t.equal(whoIn(after), rival.name)
  t.match(after.text, /Ha cambiado de empresa/)
  t.match((await lucia.open('/cambiar-empresa')).location, '/')
  for (const unknown of ['', 'x', '01990000-0000-7000-8000-000000000000', shared.haulier.id])
    t.equal((await lucia.send('/cambiar-empresa', { _company: unknown }, { from: '/' })).status, 404, unknown)
  t.equal(whoIn(await lucia.open('/')), rival.name, 'which has changed nothing')
  for (const elsewhere of ['https://evil.example', '//evil.example', '/\\evil.example'])
    t.equal((await switchTo(lucia, haulier, elsewhere)).location, '/', elsewhere)
})

t.test('each company is seen by itself, on every page and in every file', async (t) => {
  const { lucia, haulier, rival, create, goTo, pool } = await ground()
  const [ofHaulier, ofRival] = [
    await create({ reference: 'DEGUADALQUIVIR', sender_company_name: 'Aceites Béticos' }, haulier),
    await create({ reference: 'DEGARONA', sender_company_name: 'Vins Girondins' }, rival),
  ]
  for (const [company, name] of [
    [haulier, 'CLAVEBETICA'],
    [rival, 'CLAVEGIRONDINA'],
  ] as const) {
    await createApiKey(pool, { company_id: company.id, name }, operator)
    const owner = { userId: lucia.user.id, company: actingFor(company.id) }
    await saveView(pool, owner, { name: `VISTA${name}`, query: 'status=delivered' })
    await switchTo(lucia, company)
    await lucia.send('/webhooks/nuevo', webhookForm({ description: `WEBHOOK${name}` }))
  }
  const marks = {
    [haulier.id]: [ofHaulier.id, 'DEGUADALQUIVIR', 'Béticos', 'BETICA'],
    [rival.id]: [ofRival.id, 'DEGARONA', 'Girondins', 'GIRONDINA'],
  }
  const pages = [
    '/',
    '/ecmrs',
    '/ecmrs.csv',
    '/ecmrs/vistas',
    '/buscar?q=DE',
    '/auditoria',
    '/webhooks',
    '/claves',
    '/empresa/personas',
    '/conectar-ia',
  ]
  for (const [company, other] of [
    [haulier, rival],
    [rival, haulier],
  ] as const) {
    await goTo(company)
    const seen = (await Promise.all(pages.map((path) => lucia.open(path)))).map(({ html }) => html).join('\n')
    for (const mark of marks[company.id] ?? []) t.ok(seen.includes(mark), `${mark} is shown`)
    for (const mark of marks[other.id] ?? []) t.notOk(seen.includes(mark), `${mark} is not shown`)
    const exported = await lucia.open('/auditoria/exportar')
    t.notOk(exported.html.includes(other.id), 'nor is it exported')
    t.equal(exported.status, 200)
  }
})

t.test(
  'a form that was opened for one company is not taken while the session acts for another',
  async (t) => {
    const { lucia, haulier, rival, goTo, pool } = await ground()
    const form = await lucia.open('/ecmrs/nueva')
    const [, once = ''] = /name="once" value="([^"]+)"/.exec(form.html) ?? []
    await goTo(rival)
    const typed = {
      ...createExample,
      sender_company_name: 'Aceites "Béticos" & Cía',
      goods_weight_kg: '1200',
      once,
    }
    const sent = await lucia.send('/ecmrs/nueva', typed, {
      token: form.formToken ?? '',
      headers: SAME_ORIGIN,
    })
    t.equal(sent.status, 409)
    t.equal(unescaped(titleIn(sent)), `Este formulario es de ${haulier.name}`)
    t.match(sent.text, `ahora trabaja en ${rival.name}. No se ha guardado nada`)
    t.match(sent.text, `Seguir en ${rival.name}`)
    t.equal(whoIn(sent), rival.name)
    const handedOn = fieldsOf(sent, '/cambiar-empresa')
    t.match(handedOn, { _company: haulier.id, _action: '/ecmrs/nueva', ...typed }, 'nothing is lost')
    t.notMatch(sent.html, 'action="/ecmrs/nueva"', 'from here it is sent to none')

    const switched = await lucia.send('/cambiar-empresa', handedOn, {
      token: sent.formToken ?? '',
      headers: SAME_ORIGIN,
    })
    t.equal(switched.status, 200)
    t.equal(whoIn(switched), haulier.name)
    const again = fieldsOf(switched, '/ecmrs/nueva')
    t.match(again, typed)
    t.notOk('_company' in again || '_action' in again)
    t.same([await total(pool, haulier.id), await total(pool, rival.id)], [0, 0])
    const created = await lucia.send('/ecmrs/nueva', again, {
      token: switched.formToken ?? '',
      headers: SAME_ORIGIN,
    })
    t.match(created, { status: 303, location: /^\/ecmrs\/[\w-]{36}/ })
    t.match((await lucia.follow(created)).text, /Aceites "Béticos" & Cía/)
    await until(async () => (await total(pool, haulier.id)) === 1, 'the note in the list')
    t.equal(await total(pool, rival.id), 0)
  },
)

t.test('neither is one for test data, which goes back to test data', async (t) => {
  const { lucia, haulier, rival, goTo, pool } = await ground()
  await lucia.send('/modo', { mode: 'test' }, { from: '/' })
  const form = await lucia.open('/ecmrs/nueva')
  const [, once = ''] = /name="once" value="([^"]+)"/.exec(form.html) ?? []
  await goTo(rival)
  const typed = { ...createExample, goods_weight_kg: '1200', once }
  const sent = await lucia.send('/ecmrs/nueva', typed, { token: form.formToken ?? '', headers: SAME_ORIGIN })
  t.equal(unescaped(titleIn(sent)), `Este formulario es de ${haulier.name} (datos de prueba)`)
  const switched = await lucia.send('/cambiar-empresa', fieldsOf(sent, '/cambiar-empresa'), {
    token: sent.formToken ?? '',
    headers: SAME_ORIGIN,
  })
  const again = { token: switched.formToken ?? '', headers: SAME_ORIGIN }
  const created = await lucia.send('/ecmrs/nueva', fieldsOf(switched, '/ecmrs/nueva'), again)
  t.match((await lucia.follow(created)).text, /ECMR-TEST-/)
  await until(async () => (await total(pool, testCompanyOf(haulier.id))) === 1, 'the note in the list')
  t.equal(await total(pool, haulier.id), 0)
})

t.test('a role in one company allows nothing in another, and every form is bound to its own', async (t) => {
  const { lucia, haulier, rival, goTo, pool, person } = await ground('reader')
  const eve = await person(rival, 'member', 'Eve')
  const { formToken: ofHaulier = '' } = await lucia.open('/')
  await goTo(rival)
  t.equal((await lucia.open('/webhooks')).status, 403)
  const forms = [
    '/ecmrs/nueva',
    '/webhooks/nuevo',
    '/claves',
    `/empresa/personas/${eve.user.id}/quitar`,
    '/empresa',
    '/cuenta/avisos',
    '/cuenta/empresa/dejar',
    '/ecmrs/vistas',
    '/modo',
  ]
  for (const path of forms)
    t.match(
      await lucia.send(path, { name: 'Eve' }, { token: ofHaulier }),
      { status: 409, text: haulier.name },
      path,
    )
  t.equal((await listUsers(pool, actingFor(rival.id))).length, 2)
  const { formToken: ofRival = '' } = await lucia.open('/')
  t.equal((await lucia.send('/empresa', { name: 'Eve' }, { token: ofRival })).status, 403)
  t.match(
    await lucia.send('/salir', {}, { token: ofHaulier }),
    { status: 303 },
    'what concerns the person is taken',
  )
})

t.test('a form of a company that the person has left is shown for copying, and sent nowhere', async (t) => {
  const { lucia, haulier, rival, goTo, pool } = await ground('member')
  await goTo(rival)
  const form = await lucia.open('/ecmrs/nueva')
  await goTo(haulier)
  await removeUser(pool, actingFor(rival.id), lucia.user.id, operator)
  const typed = { sender_company_name: 'Vins Girondins' }
  const sent = await lucia.send('/ecmrs/nueva', typed, { token: form.formToken ?? '', headers: SAME_ORIGIN })
  t.match(sent, { status: 409, text: /ya no tiene acceso.*Vins Girondins/ })
  t.notMatch(sent.html, /action="\/(cambiar-empresa|ecmrs\/nueva)"/)
  t.notMatch(sent.text, rival.name)
})

t.test('a session that ends in the middle of a form does not carry it into another company', async (t) => {
  const { lucia, haulier, rival, pool, visitor } = await ground()
  const email = lucia.user.email
  await pool.query('update accounts.users set password_hash = $2 where id = $1', [
    lucia.user.id,
    (
      await pool.query('select password_hash from accounts.users where id = $1', [
        (await withPassword(pool, haulier, { email: `copy-${email}` })).id,
      ])
    ).rows[0].password_hash,
  ])
  const browser = visitor()
  await browser.send('/entrar', { email, password: PASSWORD })
  const form = await browser.open('/ecmrs/nueva')
  t.equal(whoIn(form), haulier.name)
  browser.cookies.delete('__Host-session')
  const typed = { sender_company_name: 'Aceites Béticos' }
  const ended = await browser.send('/ecmrs/nueva', typed, {
    token: form.formToken ?? '',
    headers: SAME_ORIGIN,
  })
  t.match(ended, { status: 403, text: /Aún no se ha guardado nada/ })
  await browser.send('/entrar', { email, password: PASSWORD })
  await switchTo(browser, rival)
  const again = { token: ended.formToken ?? '', headers: SAME_ORIGIN }
  t.match(await browser.send('/ecmrs/nueva', typed, again), { status: 409, text: haulier.name })
})

t.test(
  'a link to another of the person’s companies offers to switch; to a strange one it leads nowhere',
  async (t) => {
    const { lucia, haulier, rival, create, goTo, person } = await ground()
    const { haulier: strange } = await withOwnCompanies(shared)
    const [note, foreign] = [await create({}, rival), await create({}, strange)]
    const link = `/ecmrs/${note.id}/historial`
    const offered = await lucia.open(link)
    t.match(offered, { status: 404, text: `Pertenece a ${rival.name} y ahora trabaja en ${haulier.name}` })
    t.notMatch(offered.text, note.ecmr_number)
    const fields = fieldsOf(offered, '/cambiar-empresa')
    t.match((await lucia.send('/cambiar-empresa', fields, { token: offered.formToken ?? '' })).location, link)
    t.equal((await lucia.open(link)).status, 200)
    await lucia.follow(await goTo(haulier))
    const unknown = (await lucia.open('/ecmrs/01990000-0000-7000-8000-000000000000')).text
    t.equal((await lucia.open(`/ecmrs/${foreign.id}`)).text, unknown)
    const single = await person(haulier)
    t.match(await single.open(link), { status: 404, text: /Página no encontrada/ })

    const late = `/ecmrs?late=delivery&como=${rival.id}`
    t.match(await lucia.open(late), {
      status: 404,
      text: `Pertenece a ${rival.name}`,
      html: 'value="/ecmrs?late=delivery"',
    })
    t.match(await lucia.open(`/cuenta?como=${haulier.id}`), { status: 303, location: '/cuenta' })
    for (const other of [strange.id, 'x', '']) {
      t.match(await lucia.open(`/ecmrs?como=${other}`), { status: 404, text: /Página no encontrada/ }, other)
      t.match(await single.open(`/ecmrs?como=${rival.id}`), { status: 404, text: /Página no encontrada/ })
    }
  },
)

t.test('a webhook of another company is offered as well', async (t) => {
  const { lucia, haulier, rival, goTo } = await ground()
  await goTo(rival)
  const made = await lucia.send('/webhooks/nuevo', webhookForm())
  const [, id = ''] = /\/webhooks\/([\w-]{36})/.exec(made.html) ?? []
  await goTo(haulier)
  t.match(await lucia.open(`/webhooks/${id}`), { status: 404, text: `Pertenece a ${rival.name}` })
})

t.test('a page that is open in another tab hears nothing of the company that was switched to', async (t) => {
  const { lucia, haulier, rival, store, goTo } = await ground()
  const query = `desde=${await store.head()}&como=${haulier.id}`
  const stream = await openStream(origin, lucia, `/cambios?${query}`)
  if (stream instanceof Response) throw new Error('no stream')
  t.teardown(() => stream.close())
  await stream.next('ready')
  t.match((await lucia.open('/ecmrs')).html, `como=${haulier.id}`)
  await goTo(rival)
  t.match(await stream.next('end'), { data: { reason: 'company' } })
  await stream.ended
  const again = await openStream(origin, lucia, `/cambios?${query}`)
  if (again instanceof Response) throw new Error('no stream')
  t.match(await again.next('end'), { data: { reason: 'company' } })
  await again.ended
  t.match(await lucia.open(`/cambios?${query}`), { status: 409, html: '{}' })
  t.match(await lucia.open(`/cambios?desde=${await store.head()}&como=${rival.id}`), { status: 200 })
})

t.test('an invited person with an account logs in and joins; the inviter learns nothing', async (t) => {
  const { haulier, rival, pool, person, visitor } = await ground()
  const owner = await person(rival)
  const invitation = async (email: string) => {
    const sent = await owner.send(
      '/empresa/personas/invitar',
      { email, role: 'driver', language: 'es' },
      { from: '/empresa/personas' },
    )
    return { page: sent, path: /\/invitacion\/[\w-]{43}/.exec(sent.html)?.[0] ?? '' }
  }
  const marta = await withPassword(pool, haulier, { email: 'marta.juez@example.com' })
  const [known, fresh] = [await invitation(marta.email), await invitation('nadie.nunca@example.com')]
  const alike = ({ text }: Page): string => text.replace(/\S+@example\.com|\/invitacion\/\S+|\d\d:\d\d/g, '*')
  t.equal(known.page.status, fresh.page.status)
  const guest = visitor()
  t.equal(alike(await guest.open(known.path)), alike(await guest.open(fresh.path)), 'nor who opens the link')
  t.match(await guest.send(known.path, { name: 'Eve', password: 'tractor bisagra paraguas' }), {
    status: 400,
    text: /Ya existe una cuenta con este correo\. Entre con ella/,
  })
  const opened = await guest.open(known.path)
  t.match(opened.html, `href="/entrar?siguiente=${known.path}"`)
  const logged = await guest.send('/entrar', {
    email: marta.email,
    password: PASSWORD,
    siguiente: known.path,
  })
  t.equal(logged.location, known.path)
  const asked = await guest.follow(logged)
  t.match(asked, { text: /Conduce|conductor|Aceptará como Marta/ })
  t.notMatch(asked.html, /type="password"/)
  const joined = await guest.send(known.path, {})
  t.equal(joined.location, '/')
  t.equal(whoIn(await guest.follow(joined)), rival.name)
  t.match(await listMemberships(pool, marta.id), [{ role: 'owner' }, { role: 'driver' }])
  t.equal((await guest.open(known.path)).status, 404, 'once')
  const eve = await person(haulier)
  t.match(await eve.open(fresh.path), {
    html: /action="\/salir"[\s\S]*name="siguiente" value="\/invitacion\//,
  })
})

t.test('a person who has left the last company is told so, and only with the right password', async (t) => {
  const { haulier, pool, visitor, person } = await ground()
  const marta = await withPassword(pool, haulier, { email: 'marta.sola@example.com' })
  const browser = visitor()
  await browser.send('/entrar', { email: marta.email, password: PASSWORD })
  const left = await browser.send('/cuenta/empresa/dejar', {}, { from: '/cuenta' })
  t.equal(left.location, '/entrar')
  const log = (password: string) => visitor().send('/entrar', { email: marta.email, password })
  t.match(await log(PASSWORD), { status: 403, text: /ya no pertenece a ninguna empresa/ })
  t.match(await log('tractor bisagra paraguas'), { status: 400, text: /no son correctos/ })
  t.ok(await findPerson(pool, marta.email))
  const owner = await person(haulier)
  const alone = await person((await withOwnCompanies(shared)).rival)
  t.match(await alone.send('/cuenta/empresa/dejar', {}, { from: '/cuenta' }), {
    status: 400,
    text: /Es el único propietario de esta empresa/,
  })
  t.notMatch((await owner.open('/empresa/personas')).text, marta.email)
})

t.test('a person who leaves one of two companies goes on in the other one', async (t) => {
  const { lucia, haulier, rival, goTo, person } = await ground('member')
  await person(haulier)
  await goTo(rival)
  const page = await lucia.open('/cuenta')
  t.match(page.text, /Sus empresas/)
  const left = await lucia.send('/cuenta/empresa/dejar', {}, { from: '/cuenta' })
  t.equal(left.location, '/')
  const after = await lucia.follow(left)
  t.equal(whoIn(after), haulier.name)
  t.match(after.text, /Ya no tiene acceso a esa empresa/)
  t.notMatch(after.html, rival.id)
})

t.test('an assistant reads for the company that is chosen, until the membership ends', async (t) => {
  const { lucia, haulier, rival, pool, goTo } = await ground('member')
  await pool.query("update accounts.companies set plan = 'pro' where id = $1", [rival.id])
  const client = await newClient(pool)
  const url = authorizeUrl(client)
  const page = await lucia.open(url)
  t.match(page.html, new RegExp(`<option value="${haulier.id}" selected>`))
  t.match(page.html, `<option value="${rival.id}">`)
  const answer = async (company: string) => {
    const asked = await lucia.open(url)
    return lucia.send(url, { ...answerOn(asked, 'grant'), company }, { token: asked.formToken ?? '' })
  }
  t.ok(parametersOf(await answer(rival.id)).code)
  const grants = async () =>
    (await pool.query('select company_id, ended_at from oauth.grants where user_id = $1', [lucia.user.id]))
      .rows
  t.match(await grants(), [{ company_id: rival.id, ended_at: null }])
  t.equal((await answer(shared.haulier.id)).status, 403, 'never for a company of others')
  await pool.query("update accounts.companies set plan = 'free' where id = $1", [haulier.id])
  const other = await lucia.open(url)
  t.match(
    other.html,
    `type="hidden" name="company" value="${rival.id}"`,
    'only those whose plan has assistants',
  )
  await goTo(rival)
  await removeUser(pool, actingFor(rival.id), lucia.user.id, operator)
  t.match(await grants(), [{ company_id: rival.id, ended_at: Date }])
})

t.test('fifty companies with long names make no long page', async (t) => {
  const { lucia, pool } = await ground()
  const { rows } = await pool.query<{ id: string }>(
    `insert into accounts.companies (id, name, plan, policy)
     select ('01990000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, repeat('Ñandú', 40), 'free', 'lenient'
     from generate_series(1, 48) n returning id`,
  )
  for (const { id } of rows)
    await addMembership(pool, lucia.user, { company_id: id, role: 'member' }, operator)
  const before = (await lucia.open('/buscar')).html
  t.equal(before.match(/<option /g)?.length, 49)
  t.ok(Buffer.byteLength(before) < 60_000, `${Buffer.byteLength(before)}`)
  const account = Buffer.byteLength((await lucia.open('/cuenta')).html)
  t.ok(account < 60_000, `${account}`)
})
