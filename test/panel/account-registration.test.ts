import { findUser, listCompanies, logIn, requestRegistration } from '@ecmr/accounts'
import t from 'tap'
import { buildMailingPanel, OTHER_PASSWORD, PASSWORD, pathOf, withPassword } from '../support/account.js'
import { buildTestPanel, SITE_URL } from '../support/panel.js'
import type { Visit } from '../support/visit.js'

const mailing = await buildMailingPanel(t)
const plain = await buildTestPanel(t, () => ({ trustProxy: 1 }))

const nuria = { company_name: 'Transportes del Ebro, S.L.', name: 'Núria Puig', email: 'nuria@example.com' }

let visitors = 0
/** A visitor with its own network address. */
function visitor(panel: typeof plain, headers: Readonly<Record<string, string>> = {}): Visit {
  visitors += 1
  return panel.visitor({ 'x-forwarded-for': `192.0.2.${visitors}`, ...headers })
}

/** The address of a confirmation page. */
async function linkFor(email: string, said: Partial<typeof nuria> = {}): Promise<string> {
  const registrant = { ...nuria, ...said, email, language: 'es' } as const
  const requested = await requestRegistration(mailing.pool, registrant)
  if (requested.kind !== 'link') throw new Error(`${email} has an account`)
  return `/registro/${requested.token}`
}

t.test('with mail an account is made by following the link, once, and not by opening it', async (t) => {
  const { pool, mail } = mailing
  const before = (await listCompanies(pool)).length
  const asking = visitor(mailing)
  const form = await asking.open('/registro')
  t.notMatch(form.html, /type="password"|show-password/, 'a password is not asked for yet')
  t.match(form.text, /un enlace para confirmarlo y elegir la contraseña/)
  const asked = await asking.send('/registro', nuria)
  t.equal(asked.status, 200)
  t.match(asked.text, /Revise su correo/)
  t.equal(await findUser(pool, nuria.email), undefined)

  const message = await mail.next()
  t.same(message.to, [nuria.email])
  t.equal(message.headers.get('subject'), 'Confirme su cuenta de eCMR')
  t.match(message.text, /abra este enlace y elija una contraseña/)
  t.notMatch(message.text, /Núria|Ebro/, 'what strangers type is not sent on')
  const [link] = message.links
  t.ok(link?.startsWith(`${SITE_URL}/registro/`))
  const path = pathOf(link)

  const scanner = visitor(mailing)
  for (const _ of [1, 2]) {
    const page = await scanner.open(path)
    t.equal(page.status, 200)
    t.match(page.text, /Transportes del Ebro, S\.L\. .*Núria Puig .*nuria@example\.com .*Al menos 12/)
    t.match(page.html, /name="password"[^>]* autocomplete="new-password"/)
    t.match(page.html, /show-password/)
  }
  t.equal((await listCompanies(pool)).length, before)

  const person = visitor(mailing)
  const confirmed = await person.send(path, { password: PASSWORD })
  t.equal(confirmed.status, 303)
  t.match((await person.open('/cuenta')).text, /nuria@example\.com .*Propietario/)
  t.match((await person.open('/empresa')).html, /value="Transportes del Ebro, S\.L\."/)
  const late = visitor(mailing)
  const again = [
    await late.open(path),
    await late.send(path, { password: OTHER_PASSWORD }, { from: '/entrar' }),
  ]
  for (const page of again) {
    t.equal(page.status, 404)
    t.match(page.text, /Este enlace ya no sirve/)
    t.match(page.html, /href="\/registro"/)
  }
})

t.test(
  'a stranger who registers an address knows no password of the account that its owner opens',
  async (t) => {
    const { pool, mail } = mailing
    const email = 'victim@example.com'
    const strangers = 'siete grullas bajo el puente'
    t.equal((await visitor(mailing).send('/registro', { ...nuria, email, password: strangers })).status, 200)
    const path = pathOf((await mail.next()).links[0])
    const owner = visitor(mailing)
    const pressed = await owner.send(path, {})
    t.equal(pressed.status, 400, 'pressing the button is not enough')
    t.match(pressed.html, /id="f-password-fault">[^<]*al menos 12/)
    t.equal(await findUser(pool, email), undefined)
    t.equal((await owner.send(path, { password: PASSWORD })).status, 303)
    const place = { address: '192.0.2.250', userAgent: 'test' }
    t.match(await logIn(pool, { email, password: strangers, place }), { ok: false, reason: 'wrong' })
    t.match(await logIn(pool, { email, password: PASSWORD, place }), { ok: true })
  },
)

t.test('a bad password is reported on the page of the link, which stays valid', async (t) => {
  const path = await linkFor('laia@example.com')
  const person = visitor(mailing)
  const bad: readonly (readonly [string, RegExp])[] = [
    ['', /al menos 12/],
    ['short', /al menos 12/],
    ['Password1234', /demasiado común/],
    ['laia@example.com', /demasiado a su nombre/],
    ['transportes del ebro', /demasiado a su nombre/],
    ['x7'.repeat(100), /como mucho 128/],
  ]
  for (const [password, sentence] of bad) {
    const page = await person.send(path, { password })
    t.equal(page.status, 400, password)
    t.match(/id="f-password-fault">([^<]*)/.exec(page.html)?.[1], sentence, password)
    t.match(page.html, /<a href="#f-password">/, password)
    t.match(page.text, /Transportes del Ebro, S\.L\./, password)
    if (password !== 'laia@example.com' && password !== '') t.notOk(page.html.includes(`value="${password}"`))
  }
  t.equal(await findUser(mailing.pool, 'laia@example.com'), undefined)
  const english = visitor(mailing, { 'accept-language': 'en' })
  t.match((await english.send(path, { password: 'short' })).text, /Confirm your account .*at least 12/)
  t.equal((await person.open(path)).status, 200)
})

t.test('what a stranger has typed is shown as text', async (t) => {
  const hostile = { company_name: '<b>Ebro</b>', name: '"><script>alert(1)</script>' }
  const page = await visitor(mailing).open(await linkFor('pau@example.com', hostile))
  t.match(page.text, /<b>Ebro<\/b> .*"><script>alert/)
  t.notMatch(page.html, /<b>Ebro|<script>alert/)
})

t.test('a link that is unknown or has expired leads to the page that says so', async (t) => {
  const path = await linkFor('mar@example.com')
  const hasEnded = "update accounts.links set expires_at = now() where email = 'mar@example.com'"
  await mailing.pool.query(hasEnded)
  for (const dead of [path, `/registro/${'x'.repeat(43)}`, '/registro/x']) {
    const somebody = visitor(mailing)
    const pages = [
      await somebody.open(dead),
      await somebody.send(dead, { password: PASSWORD }, { from: '/entrar' }),
    ]
    for (const page of pages) {
      t.equal(page.status, 404, dead)
      t.match(page.text, /Este enlace ya no sirve/)
    }
  }
  t.equal(await findUser(mailing.pool, 'mar@example.com'), undefined)
})

t.test('the answer does not reveal who has an account; the account’s owner is notified', async (t) => {
  const { pool, haulier, mail } = mailing
  await withPassword(pool, haulier, { email: 'Marta@example.com' })
  const ask = async (email: string): Promise<{ readonly html: string; readonly ms: number }> => {
    const somebody = visitor(mailing)
    const form = await somebody.open('/registro')
    const begun = performance.now()
    const page = await somebody.send('/registro', { ...nuria, email }, { token: form.formToken ?? '' })
    t.equal(page.status, 200)
    return { html: page.html, ms: performance.now() - begun }
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
  const { mail } = mailing
  const english = visitor(mailing, { 'accept-language': 'en' })
  const twice = { ...nuria, email: 'twice@example.com' }
  await english.send('/registro', twice)
  const [first, second] = [await mail.next(), await linkFor(twice.email)]
  t.equal(first.headers.get('subject'), 'Confirm your eCMR account')
  const password = PASSWORD
  t.equal((await visitor(mailing).send(pathOf(first.links[0]), { password })).status, 303)
  const late = await visitor(mailing).send(second, { password })
  t.equal(late.status, 400)
  t.match(late.text, /Esta cuenta ya existe/)
})

t.test('without mail the account exists at once, and a taken address is reported', async (t) => {
  const person = visitor(plain, { 'accept-language': 'en' })
  const done = await person.send('/registro', { ...nuria, password: PASSWORD })
  t.equal(done.location, '/')
  const account = await person.open('/cuenta')
  t.match(account.text, /Your account is ready\. .*nuria@example\.com/)
  const again = { ...nuria, email: 'NURIA@example.com', password: PASSWORD }
  const taken = await visitor(plain).send('/registro', again)
  t.equal(taken.status, 400)
  t.match(taken.html, /id="f-email-fault">Ya hay una cuenta con este correo/)
  t.equal((await person.open('/registro')).location, '/')
})

t.test('faults are shown beside each field, what was typed stays, except the password', async (t) => {
  const details: readonly (readonly [string, string, RegExp])[] = [
    ['company_name', '', /Rellene este campo/],
    ['company_name', 'x'.repeat(201), /como mucho 200/],
    ['name', '   ', /Rellene este campo/],
    ['name', 'a\u0001b', /formato correcto/],
    ['name', 'a\r\nBcc: evil@example.com', /formato correcto/],
    ['email', '', /Rellene este campo/],
    ['email', 'nobody', /dirección de correo/],
    ['email', 'a@example.com, b@example.com', /dirección de correo/],
    ['email', 'a@example.com\nBcc: b@example.com', /dirección de correo/],
  ]
  const passwords: typeof details = [
    ['password', '', /al menos 12/],
    ['password', 'short', /al menos 12/],
    ['password', 'Password1234', /demasiado común/],
    ['password', 'nuria@example.com', /demasiado a su nombre/],
    ['password', 'x7'.repeat(100), /como mucho 128/],
  ]
  for (const panel of [plain, mailing]) {
    const before = (await listCompanies(panel.pool)).length
    const bad = panel === plain ? [...details, ...passwords] : details
    for (const [field, value, sentence] of bad) {
      const page = await visitor(panel).send('/registro', { ...nuria, password: PASSWORD, [field]: value })
      const of = `${field} ${JSON.stringify(value.slice(0, 40))}`
      t.equal(page.status, 400, of)
      t.match(new RegExp(`id="f-${field}-fault">([^<]*)`).exec(page.html)?.[1], sentence, of)
      t.match(page.html, new RegExp(`<a href="#f-${field}">`), of)
      if (field !== 'email') t.match(page.html, /value="nuria@example\.com"/, of)
      t.notMatch(page.html, new RegExp(`value="${PASSWORD}"`), of)
    }
    t.equal((await listCompanies(panel.pool)).length, before)
  }
})

t.test('one address registers a few times a minute, not more', async (t) => {
  const somebody = visitor(plain)
  const { formToken = '' } = await somebody.open('/registro')
  const statuses: number[] = []
  for (let tries = 0; tries < 12; tries += 1) {
    statuses.push((await somebody.send('/registro', {}, { token: formToken })).status)
  }
  t.same(statuses, [...Array(10).fill(400), 429, 429])
  t.equal((await somebody.open('/registro')).status, 200)
})
