import { logInAs } from '@ecmr/accounts'
import t, { test } from 'tap'
import { buildTestPanel } from '../support/panel.js'
import type { Visit } from '../support/visit.js'
import { EXPIRED, withOwnCompanies } from './ground.js'
import { eight } from './note-forms-office.js'

const shared = await buildTestPanel(t)
const { app, pool, visitor } = shared

const SESSION = '__Host-session'
const PLACE = { address: '127.0.0.1', userAgent: 'test' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const FROM_HERE = { 'sec-fetch-site': 'same-origin' }

const cookieOf = ({ cookies }: Visit): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

const tokenOn = async (by: Visit, path = '/'): Promise<string> => (await by.open(path)).formToken ?? ''

test('a form without a token, with a changed one, or with two changes nothing', async (t) => {
  const { lucia } = await withOwnCompanies(shared)
  const token = await tokenOn(lucia)
  const changed = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
  for (const bad of ['', 'x'.repeat(40), token.slice(0, -1), changed])
    t.match(await lucia.send('/salir', {}, { token: bad }), EXPIRED, bad)
  const headers = { ...FORM, cookie: cookieOf(lucia) }
  for (const payload of ['', `_csrf=${token}&_csrf=${token}`])
    t.equal((await app.inject({ method: 'POST', url: '/salir', headers, payload })).statusCode, 403, payload)
  t.match(await lucia.open('/salir'), { status: 405, text: /Esta dirección no se puede abrir así/ })
  t.match(await lucia.open('/'), { html: /action="\/salir"/ }, 'and is still logged in')
  t.match(await lucia.send('/salir', {}, { token }), { status: 303 })
})

test('a token is worth nothing in another browser, nor without its cookie', async (t) => {
  const { lucia } = await withOwnCompanies(shared)
  const token = await tokenOn(lucia)
  const attacker = visitor()
  await attacker.open('/')
  t.match(await attacker.send('/salir', {}, { token }), EXPIRED)
  lucia.cookies.delete('__Host-csrf')
  t.match(await lucia.send('/salir', {}, { token }), EXPIRED)
})

test('a token ends with the session that it was made for, and the one from before it ends where it begins', async (t) => {
  const { lucia } = await withOwnCompanies(shared)
  const browser = visitor()
  const before = await tokenOn(browser, '/entrar')
  const logIn = async () => browser.cookies.set(SESSION, (await logInAs(pool, lucia.user.id, PLACE)).token)
  await logIn()
  t.match(await browser.send('/salir', {}, { token: before }), EXPIRED)
  const token = await tokenOn(browser)
  await logIn()
  t.match(await browser.send('/salir', {}, { token }), EXPIRED)
  browser.cookies.delete(SESSION)
  t.match(await browser.send('/salir', {}, { token }), EXPIRED)
})

test('a form of an ended session is rejected, even with its cookies', async (t) => {
  const { lucia } = await withOwnCompanies(shared)
  const token = await tokenOn(lucia, '/cuenta')
  const keeper = visitor()
  for (const [name, value] of lucia.cookies) keeper.cookies.set(name, value)
  await lucia.send('/salir', {}, { token })
  for (const path of ['/cuenta', '/empresa', '/cuenta/sesiones/cerrar-otras'])
    t.equal((await keeper.send(path, { name: 'Eve' }, { token })).location, '/entrar', path)
  for (const path of ['/entrar', '/registro', '/recuperar', '/salir'])
    t.equal((await keeper.send(path, { name: 'Eve' }, { token })).status, 403, path)
})

test('a form that the browser says another site has sent is not taken, whatever it holds', async (t) => {
  const { lucia } = await withOwnCompanies(shared)
  for (const site of ['cross-site', 'same-site', 'none']) {
    t.match(await lucia.send('/salir', {}, { from: '/', headers: { 'sec-fetch-site': site } }), EXPIRED, site)
  }
  t.match(await lucia.send('/salir', {}, { from: '/', headers: FROM_HERE }), { status: 303 })
})

test('only forms are read', async (t) => {
  for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'nonsense']) {
    const headers = { 'content-type': type }
    const answer = await app.inject({ method: 'POST', url: '/entrar', headers, payload: '{"_csrf":"x"}' })
    t.match(answer, { statusCode: 415, body: /Esta dirección solo acepta formularios/ }, type)
  }
})

test('a form that is too large is refused; one of ten thousand fields, or full of nonsense, is read', async (t) => {
  const guest = visitor()
  const large = await guest.send('/entrar', { email: 'x'.repeat(1_100_000) }, { token: 'x' })
  t.match(large, { status: 413, text: /Demasiado grande/ })
  const token = await tokenOn(guest, '/entrar')
  const headers = { ...FORM, cookie: cookieOf(guest) }
  const many = Array.from({ length: 10_000 }, (_, index) => `field${index}=${index}`).join('&')
  const names = '__proto__=1&constructor=2&toString=3&hasOwnProperty=4'
  for (const body of [many, names, '%zz=%&&==&%F0%28=%FF']) {
    const payload = `_csrf=${token}&${body}`
    const answer = await app.inject({ method: 'POST', url: '/entrar', headers, payload })
    t.match(answer, { statusCode: 400, body: /Rellene este campo/ }, body.slice(0, 20))
  }
})

test('NUL bytes are refused wherever they stand', async (t) => {
  const guest = visitor()
  t.match(await guest.send('/entrar', { email: 'a\0b' }), { status: 400, text: /no son válidos/ })
  for (const fields of [{ email: ['a', '\0'] }, { '\0': 'a' }])
    t.match(await guest.send('/entrar', fields), { status: 400 })
  for (const path of ['/entrar?siguiente=%00', '/seguimiento/%00'])
    t.match(await guest.open(path), { status: 400 }, path)
})

test('a page without forms sets no cookie for them', async (t) => {
  const guest = visitor()
  await guest.open('/nothing')
  t.notOk(guest.cookies.has('__Host-csrf'))
  await guest.open('/entrar')
  t.ok(guest.cookies.has('__Host-csrf'))
})

const NEW = '/ecmrs/nueva'
const NOTE = {
  ...eight,
  sender_company_name: 'Aceites "Olé" & Cía',
  sender_city: 'Jaén',
  goods_description: 'Aceite\nde oliva',
  do: 'save',
  once: '0195f3d2-6c1e-7a44-9d0b-1c2d3e4f5a6b',
}

test('what was typed while the session ended is sent once more after logging in', async (t) => {
  const { lucia } = await withOwnCompanies(shared)
  const send = (token: string) => lucia.send(NEW, NOTE, { token, headers: FROM_HERE })
  const token = await tokenOn(lucia, NEW)
  lucia.cookies.delete(SESSION)
  const ended = await send(token)
  t.match(ended, {
    status: 403,
    text: /Su sesión ha caducado Aún no se ha guardado nada, pero .* Entrar en otra pestaña/,
  })
  t.match(ended.html, /name="sender_company_name" value="Aceites &quot;Olé&quot; &amp; Cía"/)
  t.match(ended.html, /name="goods_description" value="Aceite\nde oliva"/)
  t.notMatch(ended.html, token)

  lucia.cookies.set(SESSION, (await logInAs(pool, lucia.user.id, PLACE)).token)
  const kept = await send(ended.formToken ?? '')
  t.match(kept, {
    status: 403,
    text: /El formulario ha caducado .* Lo que ha escrito se conserva.* Enviar de nuevo/,
    html: /action="\/ecmrs\/nueva"/,
  })
  t.match(kept.html, /name="receiver_city" value="Lyon"/)
  t.match((await lucia.follow(await send(kept.formToken ?? ''))).text, /Aceites "Olé" & Cía/)
})

test('a form that another site sent is not offered again', async (t) => {
  const { lucia } = await withOwnCompanies(shared)
  for (const headers of [{}, { 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
    const page = await lucia.send(NEW, NOTE, { token: 'forged', headers })
    t.equal(page.status, 403)
    t.notMatch(page.html, 'Jaén')
  }
  lucia.cookies.delete(SESSION)
  const stranger = await lucia.send(NEW, NOTE, { token: 'forged' })
  t.equal(stranger.location, '/entrar')
  t.match((await lucia.follow(stranger)).text, /Su sesión ha caducado y no se ha guardado nada/)
})

test('passwords are on no page, not even when the session ended while they were typed', async (t) => {
  const { lucia } = await withOwnCompanies(shared)
  const passwords = { current: 'tren azul lento 44', password: 'mesa verde corta 55' }
  const send = () => lucia.send('/cuenta/contrasena', passwords, { token: 'x', headers: FROM_HERE })
  const forged = await send()
  t.equal(forged.status, 403)
  t.notMatch(forged.html, /tren azul|mesa verde/)
  lucia.cookies.delete(SESSION)
  t.equal((await send()).location, '/entrar')
})
