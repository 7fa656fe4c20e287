import { logInAs, type User } from '@ecmr/accounts'
import { countGrantsOfPerson } from '@ecmr/accounts/oauth'
import t from 'tap'
import { OTHER_PASSWORD, PASSWORD, withPassword } from '../support/account.js'
import { buildTestPanel } from '../support/panel.js'
import type { Visit } from '../support/visit.js'
import { letIn, newClient } from './connect-client.js'
import { withOwnCompanies } from './ground.js'

const shared = await buildTestPanel(t)
const { person, visitor, pool, haulier, rival } = shared

const FROM = { from: '/cuenta' }

/** A browser in which this user is logged in. */
async function browserOf(user: User, place = { address: '192.0.2.1', userAgent: '' }): Promise<Visit> {
  const browser = visitor()
  browser.cookies.set('__Host-session', (await logInAs(pool, user.id, place)).token)
  return browser
}

t.test('a person changes name and language, and both are seen at once', async (t) => {
  const pedro = await person(haulier, 'member', 'Pedro')
  const saved = await pedro.send('/cuenta', { name: 'Pedro Ruiz', language: 'en' })
  t.equal(saved.location, '/cuenta')
  t.match(await pedro.follow(saved), { html: /<html lang="en">/, text: /Details saved.*Role Member/ })
  t.match((await pedro.open('/cuenta')).html, /value="Pedro Ruiz"/)
  for (const [fields, text] of [
    [{ name: '', language: 'en' }, /Fill in this field/],
    [{ name: 'x'.repeat(201), language: 'en' }, /at most 200/],
    [{ name: 'a\nb', language: 'en' }, /correct format/],
    [{ name: 'Pedro', language: 'fr' }, /one of the options/],
    [{ name: 'Pedro' }, /one of the options|Fill in/],
  ] as const) {
    const page = await pedro.send('/cuenta', fields)
    t.match(page, { status: 400, text })
    t.match(page.text, 'Pedro Ruiz', 'nothing has changed')
  }
})

t.test('a password is changed by who knows it, and other sessions end', async (t) => {
  const user = await withPassword(pool, haulier)
  const [marta, elsewhere] = [await browserOf(user), await browserOf(user)]
  const form = { current: PASSWORD, password: OTHER_PASSWORD }
  const change = (changed = {}) => marta.send('/cuenta/contrasena', { ...form, ...changed }, FROM)
  for (const [changed, html] of [
    [{ current: 'not the one' }, /id="f-current-fault">Esta no es su contraseña actual/],
    [{ current: '' }, /id="f-current-fault">Rellene/],
    [{ password: 'short' }, /id="f-password-fault">Escriba al menos 12/],
    [{ password: 'Guadalquivir1' }, /id="f-password-fault">Se parece/],
  ] as const) {
    const page = await change(changed)
    t.match(page, { status: 400, html })
    t.notMatch(page.html, /not the one|martes|naranja/)
  }
  t.equal((await elsewhere.open('/cuenta')).status, 200)

  const done = await change()
  t.equal(done.location, '/cuenta')
  t.match((await marta.follow(done)).text, /Contraseña cambiada/)
  t.equal((await elsewhere.open('/cuenta')).status, 303)
  t.equal((await marta.open('/cuenta/contrasena')).location, '/cuenta')
})

t.test('changing the password can disconnect the assistants of the user', async (t) => {
  const { haulier } = await withOwnCompanies(shared, 'pro')
  const user = await withPassword(pool, haulier, { email: 'rosa@example.com' })
  const rosa = await browserOf(user)
  t.notMatch((await rosa.open('/cuenta')).html, /end_assistants/, 'there is none yet')
  for (const name of ['Assistant', 'Other']) await letIn(pool, user, await newClient(pool, name))
  t.match((await rosa.open('/cuenta')).text, /Desconectar también los 2 asistentes de IA que ha autorizado/)
  const change = (current: string) =>
    rosa.send('/cuenta/contrasena', { current, password: OTHER_PASSWORD, end_assistants: 'true' }, FROM)
  const again = await change('not the one')
  t.match(again.html, /name="end_assistants" value="true" checked/, 'what was ticked stays so')
  t.equal(await countGrantsOfPerson(pool, user.id), 2)
  t.match((await rosa.follow(await change(PASSWORD))).text, /se han desconectado sus asistentes de IA/)
  t.equal(await countGrantsOfPerson(pool, user.id), 0)
})

t.test('password attempts in a session left open are limited', async (t) => {
  const thief = await browserOf(await withPassword(pool, haulier, { email: 'ines@example.com' }))
  await pool.query(`insert into accounts.failed_logins (subject, failures, last_at, blocked_until)
    values (sha256('account:ines@example.com inside'), 5, now(), now() + interval '30 seconds')`)
  t.match(await thief.send('/cuenta/contrasena', { current: PASSWORD, password: OTHER_PASSWORD }, FROM), {
    status: 429,
    headers: { 'retry-after': /^(29|30)$/ },
    text: /Demasiados intentos\. Espere (29|30) segundos/,
  })
})

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0'
const AGENTS = [
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Safari/537.36 Edg/140.0`, 'Edge en Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari en iPhone',
  ],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${WEBKIT} Mobile Safari/537.36`, 'Chrome en Android'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox en Mac'],
  ['curl/8.5.0', 'Otro navegador'],
  ['<img src=x onerror=alert(1)> Chrome/1 "Windows"', 'Chrome en Windows'],
] as const

t.test('sessions are listed in plain words, and end one by one or all at once', async (t) => {
  const pedro = await person(haulier, 'member', 'Pedro')
  const others: Visit[] = []
  for (const [userAgent] of AGENTS)
    others.push(await browserOf(pedro.user, { address: '203.0.113.9', userAgent }))
  const page = await pedro.open('/cuenta')
  for (const [, name] of AGENTS) t.match(page.text, `${name} 203.0.113.9`)
  t.notMatch(page.html, /<img src=x|onerror/)
  t.match(page.text, /Otro navegador esta 127\.0\.0\.1/)

  const addresses = page.html.match(/\/cuenta\/sesiones\/[\w-]{36}\/cerrar/g) ?? []
  t.equal(addresses.length, AGENTS.length + 1)
  for (const other of [await person(rival), await person(haulier)])
    for (const address of addresses) t.equal((await other.send(address, {}, FROM)).status, 404)
  for (const id of ['00000000-0000-4000-8000-000000000000', 'x', '%27'])
    t.equal((await pedro.send(`/cuenta/sesiones/${id}/cerrar`, {}, FROM)).status, 404)
  t.match((await pedro.follow(await pedro.send(addresses[1] ?? '', {}, FROM))).text, /Sesión cerrada/)
  const open = await Promise.all(others.map(async (other) => (await other.open('/cuenta')).status))
  t.equal(open.filter((status) => status === 303).length, 1)

  await pedro.send('/cuenta/sesiones/cerrar-otras', {}, FROM)
  for (const other of others) t.equal((await other.open('/cuenta')).status, 303)
  t.equal((await pedro.send(addresses[0] ?? '', {}, FROM)).location, '/entrar')
  t.notOk(pedro.cookies.has('__Host-session'))
  t.equal((await pedro.open('/cuenta')).status, 303)
})
