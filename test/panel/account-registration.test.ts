import { findUser, listCompanies } from '@ecmr/accounts'
import { test } from 'tap'
import { buildMailingPanel, PASSWORD, pathOf, withPassword } from '../support/account.js'
import { buildTestPanel, SITE_URL } from '../support/panel.js'

const nuria = {
  company_name: 'Transportes del Ebro, S.L.',
  name: 'Núria Puig',
  email: 'nuria@example.com',
  password: PASSWORD,
}

test('with mail an account is made by following the link, once, and not by opening it', async (t) => {
  const { visitor, pool, mail } = await buildMailingPanel(t)
  const before = (await listCompanies(pool)).length
  const asked = await visitor().send('/registro', nuria)
  t.equal(asked.status, 200)
  t.match(asked.text, /Mire su correo/)
  t.equal(await findUser(pool, nuria.email), undefined)

  const message = await mail.next()
  t.same(message.to, [nuria.email])
  t.equal(message.headers.get('subject'), 'Confirme su cuenta de eCMR')
  t.notMatch(message.text, /Núria|Ebro/, 'what strangers type is not sent to anybody')
  const [link] = message.links
  t.ok(link?.startsWith(`${SITE_URL}/registro/`))
  const path = pathOf(link)

  const scanner = visitor()
  for (const _ of [1, 2]) t.equal((await scanner.open(path)).status, 200)
  t.equal((await listCompanies(pool)).length, before)

  const person = visitor()
  const confirmed = await person.send(path, {})
  t.equal(confirmed.status, 303)
  t.match((await person.open('/cuenta')).text, /nuria@example\.com .*Propietario/)
  t.match((await person.open('/empresa')).html, /value="Transportes del Ebro, S\.L\."/)
  const again = await visitor().send(path, {})
  t.equal(again.status, 404)
  t.match(again.text, /Este enlace ya no sirve/)
  t.match(again.html, /href="\/registro"/)
})

test('whoever asks learns nothing of who has an account; its owner is told', async (t) => {
  const { visitor, pool, haulier, mail } = await buildMailingPanel(t)
  await withPassword(pool, haulier, { email: 'Marta@example.com' })
  const ask = async (email: string): Promise<{ readonly html: string; readonly ms: number }> => {
    const somebody = visitor()
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

test('two links for one address make one account', async (t) => {
  const { visitor, mail } = await buildMailingPanel(t)
  const english = visitor({ 'accept-language': 'en' })
  await english.send('/registro', nuria)
  await english.send('/registro', nuria)
  const [first, second] = [await mail.next(), await mail.next()]
  t.equal(first.headers.get('subject'), 'Confirm your eCMR account')
  t.equal((await visitor().send(pathOf(first.links[0]), {})).status, 303)
  const late = await visitor().send(pathOf(second.links[0]), {})
  t.equal(late.status, 400)
  t.match(late.text, /Esta cuenta ya existe/)
})

test('without mail the account is there at once, and an address that is taken is told', async (t) => {
  const { visitor } = await buildTestPanel(t)
  const person = visitor({ 'accept-language': 'en' })
  const done = await person.send('/registro', nuria)
  t.equal(done.location, '/')
  const account = await person.open('/cuenta')
  t.match(account.text, /Your account is ready\. .*nuria@example\.com/)
  const taken = await visitor().send('/registro', { ...nuria, email: 'NURIA@example.com' })
  t.equal(taken.status, 400)
  t.match(taken.html, /id="f-email-fault">Ya hay una cuenta con este correo/)
  t.equal((await person.open('/registro')).location, '/')
})

test('what is wrong is told beside each field, what was typed stays, but for the password', async (t) => {
  const { visitor, pool } = await buildTestPanel(t, () => ({ trustProxy: 1 }))
  const before = (await listCompanies(pool)).length
  const bad: readonly (readonly [string, string, RegExp])[] = [
    ['company_name', '', /Rellene este campo/],
    ['company_name', 'x'.repeat(201), /como mucho 200/],
    ['name', '   ', /Rellene este campo/],
    ['name', 'a\u0001b', /forma correcta/],
    ['name', 'a\r\nBcc: evil@example.com', /forma correcta/],
    ['email', '', /Rellene este campo/],
    ['email', 'nobody', /forma correcta/],
    ['email', 'a@example.com, b@example.com', /forma correcta/],
    ['email', 'a@example.com\nBcc: b@example.com', /forma correcta/],
    ['password', '', /al menos 12/],
    ['password', 'short', /al menos 12/],
    ['password', 'Password1234', /que se prueban primero/],
    ['password', 'nuria@example.com', /demasiado a su nombre/],
    ['password', 'x7'.repeat(100), /como mucho 128/],
  ]
  for (const [index, [field, value, sentence]] of bad.entries()) {
    const somebody = visitor({ 'x-forwarded-for': `192.0.2.${index}` })
    const page = await somebody.send('/registro', { ...nuria, [field]: value })
    const of = `${field} ${JSON.stringify(value.slice(0, 40))}`
    t.equal(page.status, 400, of)
    t.match(new RegExp(`id="f-${field}-fault">([^<]*)`).exec(page.html)?.[1], sentence, of)
    t.match(page.html, new RegExp(`<a href="#f-${field}">`), of)
    if (field !== 'email') t.match(page.html, /value="nuria@example\.com"/, of)
    t.notMatch(page.html, new RegExp(`value="${PASSWORD}"`), of)
  }
  t.equal((await listCompanies(pool)).length, before)
})

test('one address registers a few times a minute, not more', async (t) => {
  const { visitor } = await buildTestPanel(t)
  const somebody = visitor()
  const { formToken = '' } = await somebody.open('/registro')
  const statuses: number[] = []
  for (let tries = 0; tries < 12; tries += 1) {
    statuses.push((await somebody.send('/registro', {}, { token: formToken })).status)
  }
  t.same(statuses, [...Array(10).fill(400), 429, 429])
  t.equal((await somebody.open('/registro')).status, 200)
})
