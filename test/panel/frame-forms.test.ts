import { logInAs } from '@ecmr/accounts'
import t, { test } from 'tap'
import { buildTestPanel } from '../support/panel.js'
import { withCompaniesOfItsOwn } from './companies-of-its-own.js'

const shared = await buildTestPanel(t)

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const EXPIRED = { status: 403, text: /El formulario ha caducado/ }

test('a form is taken from the page that it stood on', async (t) => {
  const { person, haulier } = await withCompaniesOfItsOwn(shared)
  const somebody = await person(haulier)
  const page = await somebody.open('/')
  t.match(await somebody.send('/salir', {}, { token: page.formToken ?? '' }), { status: 303 })
})

test('a form without a token, with half of one, or with two changes nothing', async (t) => {
  const { app, person, haulier } = await withCompaniesOfItsOwn(shared)
  const somebody = await person(haulier)
  const { formToken = '' } = await somebody.open('/')
  t.match(await somebody.send('/salir', {}, { token: '' }), EXPIRED)
  t.match(await somebody.send('/salir', {}, { token: formToken.slice(0, -1) }), EXPIRED)
  const cookie = [...somebody.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  for (const payload of ['', `_csrf=${formToken}&_csrf=${formToken}`]) {
    const answer = await app.inject({ method: 'POST', url: '/salir', headers: { ...FORM, cookie }, payload })
    t.equal(answer.statusCode, 403, payload)
  }
  t.match(await somebody.open('/'), { html: /action="\/salir"/ }, 'and is still logged in')
})

test('a token is worth nothing in another browser, nor without its cookie', async (t) => {
  const { person, haulier, visitor } = await withCompaniesOfItsOwn(shared)
  const somebody = await person(haulier)
  const { formToken = '' } = await somebody.open('/')
  const attacker = visitor()
  await attacker.open('/')
  t.match(await attacker.send('/salir', {}, { token: formToken }), EXPIRED)
  somebody.cookies.delete('__Host-csrf')
  t.match(await somebody.send('/salir', {}, { token: formToken }), EXPIRED)
})

test('a token ends with the session that it was made for, and the one from before it ends where it begins', async (t) => {
  const { pool, person, haulier, visitor } = await withCompaniesOfItsOwn(shared)
  const { user } = await person(haulier)
  const place = { address: '127.0.0.1', userAgent: 'test' }
  const browser = visitor()
  const before = await browser.open('/entrar')
  t.ok(before.formToken)

  browser.cookies.set('__Host-session', (await logInAs(pool, user.id, place)).token)
  t.match(await browser.send('/salir', {}, { token: before.formToken ?? '' }), EXPIRED)
  const during = await browser.open('/')

  browser.cookies.set('__Host-session', (await logInAs(pool, user.id, place)).token)
  t.match(await browser.send('/salir', {}, { token: during.formToken ?? '' }), EXPIRED)
  browser.cookies.delete('__Host-session')
  t.match(await browser.send('/salir', {}, { token: during.formToken ?? '' }), EXPIRED)
})

test('a form that the browser says another site has sent is not taken, whatever it holds', async (t) => {
  const { person, haulier } = await withCompaniesOfItsOwn(shared)
  const somebody = await person(haulier)
  for (const site of ['cross-site', 'same-site', 'none'])
    t.match(
      await somebody.send('/salir', {}, { from: '/', headers: { 'sec-fetch-site': site } }),
      EXPIRED,
      site,
    )
  const own = { from: '/', headers: { 'sec-fetch-site': 'same-origin' } }
  t.match(await somebody.send('/salir', {}, own), { status: 303 })
})

test('only forms are read', async (t) => {
  const { app } = await withCompaniesOfItsOwn(shared)
  for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'nonsense']) {
    const headers = { 'content-type': type }
    const answer = await app.inject({ method: 'POST', url: '/entrar', headers, payload: '{"_csrf":"x"}' })
    t.equal(answer.statusCode, 415, type)
    t.match(answer.body, /Esta dirección solo recibe formularios/)
  }
})

test('a form that is too large is refused with a page', async (t) => {
  const { visitor } = await withCompaniesOfItsOwn(shared)
  const page = await visitor().send('/entrar', { email: 'x'.repeat(1_100_000) }, { token: 'x' })
  t.match(page, { status: 413, text: /Demasiado grande/ })
})

test('a form of ten thousand fields, and one full of nonsense, are read at once', async (t) => {
  const { app, visitor } = await withCompaniesOfItsOwn(shared)
  const somebody = visitor()
  const { formToken = '' } = await somebody.open('/entrar')
  const cookie = [...somebody.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const many = Array.from({ length: 10_000 }, (_, index) => `field${index}=${index}`).join('&')
  for (const body of [
    many,
    '__proto__=1&constructor=2&toString=3&hasOwnProperty=4',
    '%zz=%&&==&%F0%28=%FF',
  ]) {
    const answer = await app.inject({
      method: 'POST',
      url: '/entrar',
      headers: { ...FORM, cookie },
      payload: `_csrf=${formToken}&${body}`,
    })
    t.equal(answer.statusCode, 400, body.slice(0, 20))
    t.match(answer.body, /Rellene este campo/)
  }
})

test('NUL bytes are refused wherever they stand', async (t) => {
  const { visitor } = await withCompaniesOfItsOwn(shared)
  const somebody = visitor()
  t.match(await somebody.send('/entrar', { email: 'a\0b' }), { status: 400, text: /no están bien formados/ })
  t.match(await somebody.send('/entrar', { email: ['a', '\0'] }), { status: 400 })
  t.match(await somebody.send('/entrar', { '\0': 'a' }), { status: 400 })
  t.match(await somebody.open('/entrar?siguiente=%00'), { status: 400 })
  t.match(await somebody.open('/seguimiento/%00'), { status: 400 })
})

test('opening a page changes nothing: what changes something cannot be opened', async (t) => {
  const { person, haulier } = await withCompaniesOfItsOwn(shared)
  const somebody = await person(haulier)
  t.match(await somebody.open('/salir'), { status: 405, text: /Así no se puede abrir/ })
  t.match(await somebody.open('/'), { html: /action="\/salir"/ })
})

test('a page without forms sets no cookie for them', async (t) => {
  const { visitor } = await withCompaniesOfItsOwn(shared)
  const somebody = visitor()
  await somebody.open('/nothing')
  t.notOk(somebody.cookies.has('__Host-csrf'))
  await somebody.open('/entrar')
  t.ok(somebody.cookies.has('__Host-csrf'))
})
