import { addMembership, requireSecondFactor, setPlan } from '@ecmr/accounts'
import t from 'tap'
import { operator } from '../support/panel.js'
import { until } from '../support/until.js'
import { authorizeUrl, newClient } from './connect-client.js'
import { withOwnCompanies } from './ground.js'
import { codesOn, confirm, SECOND_STEP, secondFactorPanel, typePassword } from './second-factor-ground.js'

// A company that requires a second factor of its people.

const shared = await secondFactorPanel(t)
const SECURITY = '/cuenta/seguridad'
const REMOVED = /ha quitado la verificación/

/** That the page of consent lets people choose a company. */
const choice = (id: string) => new RegExp(`id="company"[^]*<option value="${id}"`)

/** A company that requires it, and another one. */
async function ground() {
  const { pool } = shared
  const panel = await withOwnCompanies(shared, 'pro')
  const require = () => requireSecondFactor(pool, panel.haulier.id, true, operator)
  return { ...panel, require }
}

t.test('an owner sees who is without, sets up their own first, and then requires it', async (t) => {
  const { haulier, loggedIn, appOf, pass } = await ground()
  const { browser } = await loggedIn(haulier)
  const member = await loggedIn(haulier, 'member')
  const page = await browser.open('/empresa/seguridad')
  t.match(page, { status: 200, text: /3 de 3 personas sin ella.*actívela antes en su cuenta/ })
  const required = { required: 'true' }
  t.match(await browser.send('/empresa/seguridad', required), { status: 409, text: /actívela antes/ })
  await confirm(browser, appOf(await browser.send(`${SECURITY}/aplicacion`, {}, { from: SECURITY })).code())
  pass()
  t.match((await browser.open('/empresa/seguridad')).text, /2 de 3 personas sin ella/)
  t.equal((await member.browser.open('/ecmrs')).status, 200)
  t.match(await browser.send('/empresa/seguridad', required), { location: '/empresa/seguridad' })
  t.match(await browser.send('/empresa/seguridad', { required: 'perhaps' }), { status: 400 })
  t.equal((await browser.open('/ecmrs')).status, 200, 'who has it goes on')
  t.match((await browser.open('/empresa/personas')).text, /dos pasos/)
  t.match(await member.browser.open('/ecmrs'), { status: 303, location: SECURITY }, 'from the next page on')
  t.match(await member.browser.send('/empresa/seguridad', required, { from: SECURITY }), { status: 403 })
})

t.test('until it is set up nothing works for that company, and afterwards everything', async (t) => {
  const { haulier, loggedIn, appOf, require } = await ground()
  const { browser } = await loggedIn(haulier, 'member')
  await require()
  for (const path of ['/', '/ecmrs', '/cuenta', '/buscar?q=x', '/ecmrs/nueva', '/auditoria'])
    t.match(await browser.open(path), { status: 303, location: SECURITY }, path)
  t.match(await browser.open('/cambios?desde='), { status: 403 })
  const sent = await browser.send('/ecmrs/nueva', { once: 'x' }, { from: SECURITY })
  t.match(sent, { status: 403, text: /exige la verificación en dos pasos/ })
  t.match(await browser.open('/seguimiento'), { status: 200 }, 'public pages are as for everybody')
  t.notMatch((await browser.open('/seguimiento')).text, haulier.name)
  const page = await browser.open(SECURITY)
  t.match(page, { status: 200, text: /exige la verificación en dos pasos/ })
  t.notMatch(page.html, /href="\/ecmrs"/, 'the menu offers nothing that does not work')
  const begun = await browser.send(`${SECURITY}/aplicacion`, {}, { from: SECURITY })
  t.equal(codesOn(await confirm(browser, appOf(begun).code())).length, 10)
  t.equal((await browser.open('/ecmrs')).status, 200)
  const removed = await browser.send(`${SECURITY}/aplicacion/quitar`, {}, { from: SECURITY })
  t.match(removed, { status: 409, text: /Añada otro método antes/ })
  t.match((await browser.send('/salir', {}, { from: SECURITY })).location, '/entrar')
})

t.test(
  'it holds for one company: a session that switches to it is led to setting up, and back again',
  async (t) => {
    const { haulier, rival, loggedIn, require, pool } = await ground()
    const { browser, user } = await loggedIn(rival, 'member')
    await addMembership(pool, user, { company_id: haulier.id, role: 'member' }, operator)
    await require()
    t.equal((await browser.open('/ecmrs')).status, 200)
    const switched = await browser.send('/cambiar-empresa', { _company: haulier.id }, { from: '/' })
    t.equal(switched.status, 303)
    t.match(await browser.open('/ecmrs'), { location: SECURITY })
    const security = await browser.open(SECURITY)
    t.match(security.text, new RegExp(`${haulier.name} exige`))
    t.match(security.html, /action="\/cambiar-empresa"/, 'the menu leads back')
    await browser.send('/cambiar-empresa', { _company: rival.id }, { from: SECURITY })
    t.equal((await browser.open('/ecmrs')).status, 200)
  },
)

t.test('assistants are not let in for a company whose second factor the person lacks', async (t) => {
  const { haulier, rival, loggedIn, require, pool } = await ground()
  const { browser, user } = await loggedIn(rival, 'member')
  await addMembership(pool, user, { company_id: haulier.id, role: 'member' }, operator)
  const client = await newClient(pool)
  const asked = await browser.open(authorizeUrl(client))
  t.match(asked.html, choice(haulier.id), 'so far they may choose it')
  const question = /name="question" value="([^"]+)"/.exec(asked.html)?.[1] ?? ''
  await require()
  const answer = { question, answer: 'grant', company: haulier.id }
  const refused = await browser.send('/oauth/authorize', answer, { token: asked.formToken ?? '' })
  t.equal(refused.status, 403)
  t.notMatch((await browser.open(authorizeUrl(client))).html, choice(haulier.id))
  await browser.send('/cambiar-empresa', { _company: haulier.id }, { from: '/' })
  t.match(await browser.open(authorizeUrl(client)), { status: 303, location: SECURITY })
  const { rows } = await pool.query('select 1 from oauth.grants where user_id = $1', [user.id])
  t.same(rows, [])
})

t.test('owners reset the second factor of people of their company alone, and these are told', async (t) => {
  const { haulier, rival, lucia, secured, mail, pool, visitor } = await ground()
  const [one, other] = [await secured(haulier, 'member'), await secured(haulier, 'member')]
  await addMembership(pool, other.user, { company_id: rival.id, role: 'reader' }, operator)
  const reset = (id: string) =>
    lucia.send(`/empresa/personas/${id}/segundo-factor`, {}, { from: '/empresa/personas' })
  const told = mail.received.length
  t.match(await reset(one.user.id), { location: '/empresa/personas' })
  t.match((await one.browser.open('/cuenta')).location, /^\/entrar/, 'their sessions end')
  t.match(await typePassword(visitor(), one.email), { location: '/' })
  t.match(await reset(one.user.id), { status: 409, text: /no tiene verificación/ })
  t.match(await reset(other.user.id), { status: 409, text: /Pida al operador/ })
  t.match(await reset(lucia.user.id), { status: 400, text: /Mi cuenta/ })
  const stranger = await secured(rival, 'member')
  t.match(await reset(stranger.user.id), { status: 404 })
  for (const { email } of [other, stranger]) {
    const browser = visitor()
    t.equal((await typePassword(browser, email)).location, SECOND_STEP)
  }
  await until(
    () => mail.received.slice(told).some(({ to, text }) => to[0] === one.email && REMOVED.test(text)),
    'a mail',
    60,
  )
  const { rows } = await pool.query(
    `select company_id, data from accounts.audit_outbox where type = 'UserSecondFactorReset' and data->>'user_id' = $1`,
    [one.user.id],
  )
  t.same(rows, [{ company_id: haulier.id, data: { user_id: one.user.id, by: 'owner' } }])
})

t.test('who leaves a company goes on in the other with the second step taken', async (t) => {
  const { haulier, rival, secured, pool } = await ground()
  const { browser, user } = await secured(haulier, 'member')
  await addMembership(pool, user, { company_id: rival.id, role: 'member' }, operator)
  await browser.send('/cuenta/empresa/dejar', {}, { from: '/cuenta' })
  t.match(await browser.open('/cuenta'), { status: 200, text: new RegExp(rival.name) })
})

t.test('test data are the company’s as well', async (t) => {
  const { haulier, loggedIn, require, pool } = await ground()
  await setPlan(pool, haulier.id, 'pro', operator)
  const { browser } = await loggedIn(haulier, 'member')
  await browser.send('/modo', { mode: 'test' }, { from: '/' })
  await require()
  t.match(await browser.open('/ecmrs'), { location: SECURITY })
})
