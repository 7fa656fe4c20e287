import { findPerson, listCompanies, logIn, requestRegistration } from '@ecmr/accounts'
import t from 'tap'
import { buildMailingPanel, OTHER_PASSWORD, PASSWORD, pathOf, withPassword } from '../support/account.js'
import { buildTestPanel, SITE_URL } from '../support/panel.js'
import type { Visit } from '../support/visit.js'
import { expectFaults, type Fault, HOSTILE, INJECTED } from './ground.js'

const mailing = await buildMailingPanel(t)
const plain = await buildTestPanel(t, () => ({ trustProxy: 1 }))
const { pool, mail, haulier } = mailing

const nuria = { company_name: 'Transportes del Ebro, S.L.', name: 'Núria Puig', email: 'nuria@example.com' }
const DEAD = { status: 404, text: /Este enlace ya no sirve/ }

let visitors = 0
/** A visitor with its own network address. */
function visitor(panel: typeof plain, headers: Readonly<Record<string, string>> = {}): Visit {
  visitors += 1
  return panel.visitor({ 'x-forwarded-for': `192.0.2.${visitors}`, ...headers })
}

/** The address of a confirmation page. */
async function linkFor(email: string, said: Partial<typeof nuria> = {}): Promise<string> {
  const requested = await requestRegistration(pool, { ...nuria, ...said, email, language: 'es' })
  if (requested.kind !== 'link') throw new Error(`${email} has an account`)
  return `/registro/${requested.token}`
}

t.test('with mail an account is made by following the link, once, and not by opening it', async (t) => {
  const before = (await listCompanies(pool)).length
  const asking = visitor(mailing)
  const form = await asking.open('/registro')
  t.notMatch(form.html, /type="password"|show-password/, 'a password is not asked for yet')
  t.match(form.text, /un enlace para confirmarlo y elegir la contraseña/)
  t.match(await asking.send('/registro', nuria), { status: 200, text: /Revise su correo/ })
  t.equal(await findPerson(pool, nuria.email), undefined)

  const message = await mail.next()
  t.same(message.to, [nuria.email])
  t.equal(message.headers.get('subject'), 'Confirme su cuenta de eCMR')
  t.match(message.text, /abra este enlace y elija una contraseña/)
  t.notMatch(message.text, /Núria|Ebro/, 'what strangers type is not sent on')
  t.ok(message.links[0]?.startsWith(`${SITE_URL}/registro/`))
  const path = pathOf(message.links[0])

  const scanner = visitor(mailing)
  for (const _ of [1, 2]) {
    const page = await scanner.open(path)
    t.match(page.text, /Transportes del Ebro, S\.L\. .*Núria Puig .*nuria@example\.com .*Al menos 12/)
    t.match(page, { status: 200, html: /name="password"[^>]* autocomplete="new-password"/ })
    t.match(page.html, /show-password/)
  }
  t.equal((await listCompanies(pool)).length, before)

  const person = visitor(mailing)
  t.equal((await person.send(path, { password: PASSWORD })).status, 303)
  t.match((await person.open('/cuenta')).text, /nuria@example\.com .*Propietario/)
  t.match((await person.open('/empresa')).html, /value="Transportes del Ebro, S\.L\."/)
  const late = visitor(mailing)
  const dead = { ...DEAD, html: /href="\/registro"/ }
  t.match(await late.open(path), dead)
  t.match(await late.send(path, { password: OTHER_PASSWORD }, { from: '/entrar' }), dead)
})

t.test('a stranger who registers an address knows no password of the account made later', async (t) => {
  const email = 'victim@example.com'
  const strangers = 'siete grullas bajo el puente'
  t.equal((await visitor(mailing).send('/registro', { ...nuria, email, password: strangers })).status, 200)
  const path = pathOf((await mail.next()).links[0])
  const owner = visitor(mailing)
  const pressed = await owner.send(path, {})
  t.match(
    pressed,
    { status: 400, html: /id="f-password-fault">[^<]*al menos 12/ },
    'the button is not enough',
  )
  t.equal(await findPerson(pool, email), undefined)
  t.equal((await owner.send(path, { password: PASSWORD })).status, 303)
  const place = { address: '192.0.2.250', userAgent: 'test' }
  t.match(await logIn(pool, { email, password: strangers, place }), { ok: false, reason: 'wrong' })
  t.match(await logIn(pool, { email, password: PASSWORD, place }), { ok: true })
})

const passwords: readonly Fault[] = [
  [{ password: '' }, 'password', /al menos 12/],
  [{ password: 'short' }, 'password', /al menos 12/, /at least 12/],
  [{ password: 'Password1234' }, 'password', /demasiado común/],
  [{ password: 'nuria@example.com' }, 'password', /demasiado a su nombre/],
  [{ password: 'transportes del ebro' }, 'password', /demasiado a su nombre/],
  [{ password: 'x7'.repeat(100) }, 'password', /como mucho 128/],
]

t.test('a bad password is reported on the page of the link, which stays valid', async (t) => {
  const path = await linkFor('laia@example.com', { name: HOSTILE })
  const person = visitor(mailing)
  await expectFaults(t, person, path, (changed) => changed, passwords.toSpliced(3, 1))
  const page = await person.open(path)
  t.match(page, { status: 200, text: 'Transportes del Ebro, S.L.' })
  t.notMatch(page.html, INJECTED)
  t.equal(await findPerson(pool, 'laia@example.com'), undefined)
})

t.test('a link that is unknown or has expired leads to the page that says so', async (t) => {
  const path = await linkFor('mar@example.com')
  await pool.query("update accounts.links set expires_at = now() where email = 'mar@example.com'")
  for (const dead of [path, `/registro/${'x'.repeat(43)}`, '/registro/x']) {
    const guest = visitor(mailing)
    t.match(await guest.open(dead), DEAD, dead)
    t.match(await guest.send(dead, { password: PASSWORD }, { from: '/entrar' }), DEAD, dead)
  }
  t.equal(await findPerson(pool, 'mar@example.com'), undefined)
})

t.test('the answer does not reveal who has an account; the account’s owner is notified', async (t) => {
  await withPassword(pool, haulier, { email: 'Marta@example.com' })
  const ask = async (email: string): Promise<{ readonly html: string; readonly ms: number }> => {
    const guest = visitor(mailing)
    const { formToken: token = '' } = await guest.open('/registro')
    const begun = performance.now()
    const { status, html } = await guest.send('/registro', { ...nuria, email }, { token })
    t.equal(status, 200)
    return { html, ms: performance.now() - begun }
  }
  const [known, unknown] = [await ask('marta@EXAMPLE.com'), await ask('new@example.com')]
  t.equal(known.html, unknown.html)
  t.ok(Math.min(known.ms, unknown.ms) > 590, `${known.ms}, ${unknown.ms}`)
  const [exists, confirm] = [await mail.next(), await mail.next()]
  t.same(exists.to, ['Marta@example.com'])
  t.equal(exists.headers.get('subject'), 'Ya tiene una cuenta de eCMR')
  t.same(exists.links, [`${SITE_URL}/entrar`, `${SITE_URL}/recuperar`])
  t.same(confirm.to, ['new@example.com'])
})

t.test('two links for one address make one account', async (t) => {
  const twice = { ...nuria, email: 'twice@example.com' }
  await visitor(mailing, { 'accept-language': 'en' }).send('/registro', twice)
  const [first, second] = [await mail.next(), await linkFor(twice.email)]
  t.equal(first.headers.get('subject'), 'Confirm your eCMR account')
  const password = PASSWORD
  t.equal((await visitor(mailing).send(pathOf(first.links[0]), { password })).status, 303)
  t.match(await visitor(mailing).send(second, { password }), { status: 400, text: /La cuenta ya existe/ })
})

t.test('without mail the account exists at once, and a taken address is reported', async (t) => {
  const person = visitor(plain, { 'accept-language': 'en' })
  t.equal((await person.send('/registro', { ...nuria, password: PASSWORD })).location, '/')
  t.match((await person.open('/cuenta')).text, /Your account is ready\. .*nuria@example\.com/)
  const again = { ...nuria, email: 'NURIA@example.com', password: PASSWORD }
  const taken = await visitor(plain).send('/registro', again)
  t.match(taken, { status: 400, html: /id="f-email-fault">Ya existe una cuenta con este correo/ })
  t.equal((await person.open('/registro')).location, '/')
})

t.test('faults are shown next to each field, what was typed stays, except the password', async (t) => {
  const details: readonly Fault[] = [
    [{ company_name: '' }, 'company_name', /Rellene este campo/],
    [{ company_name: 'x'.repeat(201) }, 'company_name', /como mucho 200/],
    [{ name: '   ' }, 'name', /Rellene este campo/],
    [{ name: 'a\u0001b' }, 'name', /formato correcto/],
    [{ name: 'a\r\nBcc: evil@example.com' }, 'name', /formato correcto/],
    [{ email: '' }, 'email', /Rellene este campo/],
    [{ email: 'nobody' }, 'email', /dirección de correo/],
    [{ email: 'a@example.com, b@example.com' }, 'email', /dirección de correo/],
    [{ email: 'a@example.com\nBcc: b@example.com' }, 'email', /dirección de correo/],
  ]
  for (const [panel, faults] of [[plain, [...details, ...passwords]] as const, [mailing, details] as const]) {
    const before = (await listCompanies(panel.pool)).length
    // A few a minute from one address: each takes another one.
    for (const fault of faults)
      await expectFaults(
        t,
        visitor(panel),
        '/registro',
        (changed) => ({ ...nuria, password: PASSWORD, ...changed }),
        [fault],
      )
    t.equal((await listCompanies(panel.pool)).length, before)
  }
})

t.test('one address registers a few times a minute, not more', async (t) => {
  const guest = visitor(plain)
  const { formToken: token = '' } = await guest.open('/registro')
  const statuses: number[] = []
  for (let tries = 0; tries < 12; tries += 1)
    statuses.push((await guest.send('/registro', {}, { token })).status)
  t.same(statuses, [...Array(10).fill(400), 429, 429])
  t.equal((await guest.open('/registro')).status, 200)
})
