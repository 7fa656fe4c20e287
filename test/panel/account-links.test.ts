import { findInvitation, invite, requestReset, type UserRole } from '@ecmr/accounts'
import { countGrantsOfPerson } from '@ecmr/accounts/oauth'
import { actingFor } from '@ecmr/domain'
import t from 'tap'
import { buildMailingPanel, OTHER_PASSWORD, PASSWORD, pathOf, withPassword } from '../support/account.js'
import { buildTestPanel, operator, SITE_URL } from '../support/panel.js'
import type { Visit } from '../support/visit.js'
import { letIn, newClient } from './connect-client.js'
import { expectFaults, withOwnCompanies } from './ground.js'

const shared = await buildMailingPanel(t)
const { person, pool, haulier, rival, mail } = shared

let visitors = 0
/** A visitor with its own network address: few forms a minute are taken from one. */
const visitor = (headers: Readonly<Record<string, string>> = {}): Visit => {
  visitors += 1
  return shared.visitor({ 'x-forwarded-for': `192.0.2.${visitors}`, ...headers })
}

const EMAIL = 'marta@example.com'
/** a page without the form that is sent, but with a token for it */
const ENTRANCE = { from: '/entrar' }
const JOAN = { name: 'Joan Serra', password: PASSWORD }

async function invitationFor(email: string, role: UserRole = 'member'): Promise<string> {
  const invited = await invite(pool, actingFor(haulier.id), { email, role, language: 'es' }, operator)
  if (!invited.ok) throw new Error(`${email} cannot be invited`)
  return invited.token
}

const resetFor = async (email: string): Promise<string> =>
  `/recuperar/${(await requestReset(pool, email, operator))?.token}`

t.test('a forgotten password is replaced through a link, once, and all other sessions end', async (t) => {
  await withPassword(pool, haulier, { email: EMAIL })
  const elsewhere = visitor()
  await elsewhere.send('/entrar', { email: EMAIL, password: PASSWORD })
  t.equal((await elsewhere.open('/cuenta')).status, 200)

  const asked = await visitor({ 'x-forwarded-for': '203.0.113.7' }).send('/recuperar', { email: EMAIL })
  t.equal(asked.status, 200)
  const message = await mail.next()
  t.same(message.to, [EMAIL])
  t.match(message.text, /dirección de red: 203\.0\.113\.7.* hasta el \d+ de \w+ de \d{4}/s)
  t.ok(message.links[0]?.startsWith(`${SITE_URL}/recuperar/`))
  const path = pathOf(message.links[0])

  const marta = visitor()
  t.match(await marta.open(path), {
    status: 200,
    headers: { 'cache-control': 'no-store', 'referrer-policy': 'same-origin' },
    html: /type="password"[^>]* autocomplete="new-password"/,
  })
  await expectFaults(t, marta, path, (changed) => changed, [
    [{ password: EMAIL }, 'password', /Se parece demasiado/],
  ])
  t.equal((await marta.send(path, { password: OTHER_PASSWORD })).status, 303)
  t.match((await marta.open('/cuenta')).text, /Marta Vidal .*Contraseña cambiada/)
  t.equal((await elsewhere.open('/cuenta')).status, 303)
  const again = visitor().send(path, { password: PASSWORD }, ENTRANCE)
  for (const answer of [await visitor().open(path), await again])
    t.match(answer, { status: 404, text: /Este enlace ya no sirve/, html: /href="\/recuperar"/ })
  t.equal((await visitor().send('/entrar', { email: EMAIL, password: PASSWORD })).status, 400)
  t.equal((await visitor().send('/entrar', { email: EMAIL, password: OTHER_PASSWORD })).status, 303)
})

t.test('the answer does not tell whether an address has an account, nor does its time', async (t) => {
  const email = 'olga@example.com'
  await withPassword(pool, haulier, { email })
  const ask = async (address: string): Promise<string> => {
    const guest = visitor()
    const { formToken: token = '' } = await guest.open('/recuperar')
    const begun = performance.now()
    const page = await guest.send('/recuperar', { email: address }, { token })
    t.ok(performance.now() - begun > 290, address)
    t.equal(page.status, 200)
    return page.html
  }
  t.equal(await ask('OLGA@example.com'), await ask('nobody@example.com'))
  t.same((await mail.next()).to, [email])
  const bad = await visitor().send('/recuperar', { email: 'nobody' })
  t.match(bad, { status: 400, html: /id="f-email-fault">Escriba una dirección de correo/ })
  t.match(bad.html, /value="nobody"/)
})

t.test('a later link ends the earlier one', async (t) => {
  const email = 'carla@example.com'
  await withPassword(pool, haulier, { email })
  const guest = visitor({ 'accept-language': 'en' })
  for (const _ of [1, 2]) await guest.send('/recuperar', { email })
  const [first, second] = [await mail.next(), await mail.next()]
  t.equal((await visitor().open(pathOf(first.links[0]))).status, 404)
  t.equal((await visitor().open(pathOf(second.links[0]))).status, 200)
})

t.test('a reset disconnects the assistants of the user, unless unticked', async (t) => {
  const { haulier } = await withOwnCompanies(shared, 'pro')
  const user = await withPassword(pool, haulier, { email: 'rosa@example.com' })
  t.notMatch((await visitor().open(await resetFor(user.email))).html, /end_assistants/, 'there is none yet')
  await letIn(pool, user, await newClient(pool, 'Assistant'))
  t.match(await visitor().open(await resetFor(user.email)), {
    html: /name="end_assistants" value="true" checked/,
    text: /Desconectar también el asistente de IA que ha autorizado/,
  })
  await visitor().send(await resetFor(user.email), { password: OTHER_PASSWORD })
  t.equal(await countGrantsOfPerson(pool, user.id), 1, 'unticked')
  await visitor().send(await resetFor(user.email), { password: PASSWORD, end_assistants: 'true' })
  t.equal(await countGrantsOfPerson(pool, user.id), 0)
})

t.test('a link that has expired, is for something else or never was leads to the same page', async (t) => {
  await withPassword(pool, haulier, { email: 'elena@example.com' })
  const path = await resetFor('elena@example.com')
  const token = path.split('/')[2]
  for (const dead of [`/recuperar/${'x'.repeat(43)}`, '/recuperar/x', `/invitacion/${token}`, `${path}=`])
    t.equal((await visitor().open(dead)).status, 404, dead)
  for (const dead of [`/registro/${token}`, `/invitacion/${token}`])
    t.equal((await visitor().send(dead, JOAN, ENTRANCE)).status, 404, dead)
  t.equal((await visitor().open(path)).status, 200, 'they have not used it up')
  await pool.query(`update accounts.links set expires_at = now() - interval '1 second'`)
  t.equal((await visitor().open(path)).status, 404)
  t.equal((await visitor().send(path, { password: OTHER_PASSWORD }, ENTRANCE)).status, 404)
})

t.test('without mail the page says who makes links, whichever address is sent to it', async (t) => {
  const { visitor, pool, haulier } = await buildTestPanel(t)
  await withPassword(pool, haulier, { email: EMAIL })
  const page = await visitor().open('/recuperar')
  t.match(page.text, /no envía correo/)
  t.notMatch(page.html.replace(/<header.*<\/header>/s, ''), /<form/)
  const guest = visitor()
  const ask = async (email: string) => (await guest.send('/recuperar', { email }, ENTRANCE)).html
  const answer = await ask(EMAIL)
  t.equal(await ask('nobody@example.com'), answer)
  t.match(answer, /no envía correo/)
})

t.test('without mail the page names whom to ask, where the operator says so', async (t) => {
  const support = { text: 'Soporte (ayuda@example.com)', href: 'mailto:ayuda@example.com' }
  const operator = { support, legalNoticeUrl: undefined, privacyPolicyUrl: undefined }
  const { visitor } = await buildTestPanel(t, () => ({ operator }))
  const page = await visitor().open('/recuperar')
  t.match(page.text, /pida un enlace a: Soporte \(ayuda@example\.com\)/)
  t.match(page.html, '<a href="mailto:ayuda@example.com">')
})

t.test('who is invited chooses a name and a password, and works for the company', async (t) => {
  const lucia = await person(haulier)
  const fields = { email: 'joan@example.com', role: 'member', language: 'en' }
  const sent = await lucia.send('/empresa/personas/invitar', fields, { from: '/empresa/personas' })
  t.equal(sent.location, '/empresa/personas')
  const people = await lucia.follow(sent)
  t.match(people.text, /Invitación enviada\. .*Invitaciones pendientes .*joan@example\.com Miembro/)
  t.notMatch(people.html, /\/invitacion\//, 'the link is in the message alone')

  const message = await mail.next()
  t.same(message.to, ['joan@example.com'])
  t.equal(message.headers.get('subject'), 'Transportes Guadalquivir invites you to eCMR')
  t.match(message.text, /Lucía Fernández invites you .* until \d+ \w+ \d{4}/s)
  t.ok(message.links[0]?.startsWith(`${SITE_URL}/invitacion/`))
  const path = pathOf(message.links[0])
  const joan = visitor({ 'accept-language': 'en' })
  const { text } = await joan.open(path)
  t.match(text, /Join Transportes Guadalquivir .*member.* joan@example\.com/)
  t.equal((await joan.send(path, JOAN)).location, '/')
  const account = await joan.open('/cuenta')
  t.match(account.text, /You have joined the company\. .*joan@example\.com Role Member/)
  t.match((await joan.open('/empresa')).text, /Transportes Guadalquivir/)
  t.equal((await visitor().open(path)).status, 404)
  t.equal((await visitor().send(path, JOAN, ENTRANCE)).status, 404)
  t.match((await lucia.open('/empresa/personas')).text, /Joan Serra .*No hay invitaciones pendientes/)
})

t.test('faults are shown next to each field, and the invitation stays valid', async (t) => {
  const path = `/invitacion/${await invitationFor('jordi@example.com')}`
  const joan = visitor()
  await expectFaults(t, joan, path, (changed) => ({ ...JOAN, ...changed }), [
    [{ name: '' }, 'name', /Rellene/],
    [{ name: 'x'.repeat(201) }, 'name', /como mucho 200/],
    [{ name: 'evil\u202Egnp.exe' }, 'name', /formato correcto/],
    [{ password: 'short' }, 'password', /al menos 12/],
    [{ password: 'Guadalquivir1' }, 'password', /demasiado a su nombre/],
    [{ password: 'jordi@example.com' }, 'password', /demasiado a su nombre/],
  ])
  t.equal((await joan.send(path, JOAN)).status, 303)
})

t.test('a user logged in to another account sees a notice, then is logged in to the new one', async (t) => {
  const path = `/invitacion/${await invitationFor('josep@example.com', 'owner')}`
  const eve = await person(rival, 'owner', 'Eve Moreau')
  const copy = visitor()
  copy.cookies.set('__Host-session', eve.cookies.get('__Host-session') ?? '')
  t.match((await eve.open(path)).text, /Ha iniciado sesión como Eve Moreau.*Rol: propietario/)
  await eve.send(path, JOAN)
  t.match((await eve.open('/cuenta')).text, /josep@example\.com/)
  t.equal((await copy.open('/cuenta')).status, 303, 'the session of before has ended')
})

t.test('an address that got an account in the meantime gets an error', async (t) => {
  const token = await invitationFor('julia@example.com')
  await withPassword(pool, rival, { email: 'julia@example.com' })
  const page = await visitor().send(`/invitacion/${token}`, JOAN)
  t.match(page, { status: 400, text: /Ya existe una cuenta con este correo/ })
  t.ok(await findInvitation(pool, token))
})
