import { logInAs } from '@ecmr/accounts'
import { countGrantsOfPerson } from '@ecmr/accounts/oauth'
import t from 'tap'
import { OTHER_PASSWORD, PASSWORD, withPassword } from '../support/account.js'
import { buildTestPanel } from '../support/panel.js'
import { letIn, newClient, withPayingCompanies } from './connect-client.js'

const shared = await buildTestPanel(t)
const { person, visitor, pool, haulier, rival } = shared

t.test('a person changes name and language, and both are seen at once', async (t) => {
  const pedro = await person(haulier, 'member', 'Pedro')
  const saved = await pedro.send('/cuenta', { name: 'Pedro Ruiz', language: 'en' })
  t.equal(saved.location, '/cuenta')
  t.match(await pedro.follow(saved), {
    html: /<html lang="en">/,
    text: /Details saved.*Role Member/,
  })
  t.match((await pedro.open('/cuenta')).html, /value="Pedro Ruiz"/)
  for (const [fields, sentence] of [
    [{ name: '', language: 'en' }, /Fill in this field/],
    [{ name: 'x'.repeat(201), language: 'en' }, /at most 200/],
    [{ name: 'a\nb', language: 'en' }, /correct format/],
    [{ name: 'Pedro', language: 'fr' }, /one of the options/],
    [{ name: 'Pedro' }, /one of the options|Fill in/],
  ] as const) {
    const page = await pedro.send('/cuenta', fields)
    t.equal(page.status, 400)
    t.match(page.text, sentence)
    t.equal(page.text.includes('Pedro Ruiz'), true, 'nothing has changed')
  }
})

t.test('a password is changed by who knows it, and other sessions end', async (t) => {
  const user = await withPassword(pool, haulier)
  const [marta, elsewhere] = [visitor(), visitor()]
  for (const each of [marta, elsewhere]) {
    const { token } = await logInAs(pool, user.id, { address: '192.0.2.1', userAgent: '' })
    each.cookies.set('__Host-session', token)
  }
  const change = (current: string, password: string) =>
    marta.send('/cuenta/contrasena', { current, password }, { from: '/cuenta' })

  const wrong = await change('not the one', OTHER_PASSWORD)
  t.equal(wrong.status, 400)
  t.match(wrong.html, /id="f-current-fault">Esta no es su contraseña actual/)
  t.match((await change('', OTHER_PASSWORD)).html, /id="f-current-fault">Rellene/)
  t.match((await change(PASSWORD, 'short')).html, /id="f-password-fault">Escriba al menos 12/)
  t.match((await change(PASSWORD, 'Guadalquivir1')).html, /id="f-password-fault">Se parece/)
  t.notMatch(wrong.html, /not the one|martes/)
  t.equal((await elsewhere.open('/cuenta')).status, 200)

  const done = await change(PASSWORD, OTHER_PASSWORD)
  t.equal(done.location, '/cuenta')
  t.match((await marta.follow(done)).text, /Contraseña cambiada/)
  t.equal((await elsewhere.open('/cuenta')).status, 303)
  t.equal((await marta.open('/cuenta/contrasena')).location, '/cuenta')
})

t.test('changing the password can disconnect the assistants of the user', async (t) => {
  const { haulier } = await withPayingCompanies(shared)
  const user = await withPassword(pool, haulier, { email: 'rosa@example.com' })
  const rosa = visitor()
  const { token } = await logInAs(pool, user.id, { address: '192.0.2.1', userAgent: '' })
  rosa.cookies.set('__Host-session', token)
  t.notMatch((await rosa.open('/cuenta')).html, /end_assistants/, 'there is none yet')
  for (const name of ['Assistant', 'Other']) await letIn(pool, user, await newClient(pool, name))
  t.match((await rosa.open('/cuenta')).text, /Desconectar también los 2 asistentes de IA que ha autorizado/)
  const fields = { current: 'not the one', password: OTHER_PASSWORD, end_assistants: 'true' }
  const again = await rosa.send('/cuenta/contrasena', fields, { from: '/cuenta' })
  t.match(again.html, /name="end_assistants" value="true" checked/, 'what was ticked stays so')
  t.equal(await countGrantsOfPerson(pool, user.id), 2)
  const done = await rosa.send('/cuenta/contrasena', { ...fields, current: PASSWORD }, { from: '/cuenta' })
  t.match((await rosa.follow(done)).text, /sus asistentes de IA se han desconectado/)
  t.equal(await countGrantsOfPerson(pool, user.id), 0)
})

t.test('password attempts in a session left open are limited', async (t) => {
  const user = await withPassword(pool, haulier, { email: 'ines@example.com' })
  const thief = visitor()
  const { token } = await logInAs(pool, user.id, { address: '192.0.2.1', userAgent: '' })
  thief.cookies.set('__Host-session', token)
  await pool.query(`insert into accounts.failed_logins (subject, failures, last_at, blocked_until)
    values (sha256('account:ines@example.com inside'), 5, now(), now() + interval '30 seconds')`)
  const fields = { current: PASSWORD, password: OTHER_PASSWORD }
  const page = await thief.send('/cuenta/contrasena', fields, { from: '/cuenta' })
  t.equal(page.status, 429)
  t.match(page.headers['retry-after'], /^(29|30)$/)
  t.match(page.text, /Demasiados intentos\. Espere (29|30) segundos/)
})

const AGENTS = [
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0',
    'Edge en Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari en iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome en Android',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox en Mac'],
  ['curl/8.5.0', 'Otro navegador'],
  ['<img src=x onerror=alert(1)> Chrome/1 "Windows"', 'Chrome en Windows'],
] as const

t.test('sessions are listed in plain words, and end one by one or all at once', async (t) => {
  const pedro = await person(haulier, 'member', 'Pedro')
  const others = []
  for (const [userAgent] of AGENTS) {
    const { token } = await logInAs(pool, pedro.user.id, { address: '203.0.113.9', userAgent })
    const other = visitor()
    other.cookies.set('__Host-session', token)
    others.push(other)
  }
  const page = await pedro.open('/cuenta')
  for (const [, name] of AGENTS) t.match(page.text, `${name} 203.0.113.9`)
  t.notMatch(page.html, /<img src=x|onerror/)
  t.match(page.text, /Otro navegador esta 127\.0\.0\.1/)

  const addresses = page.html.match(/\/cuenta\/sesiones\/[\w-]{36}\/cerrar/g) ?? []
  t.equal(addresses.length, AGENTS.length + 1)
  const eve = await person(rival)
  for (const address of addresses) {
    const foreign = await eve.send(address, {}, { from: '/cuenta' })
    t.equal(foreign.status, 404)
  }
  for (const id of ['00000000-0000-4000-8000-000000000000', 'x', '%27']) {
    t.equal((await pedro.send(`/cuenta/sesiones/${id}/cerrar`, {}, { from: '/cuenta' })).status, 404)
  }
  const ended = await pedro.send(addresses[1] ?? '', {}, { from: '/cuenta' })
  t.match((await pedro.follow(ended)).text, /Sesión cerrada/)
  const open = await Promise.all(others.map(async (other) => (await other.open('/cuenta')).status))
  t.equal(open.filter((status) => status === 303).length, 1)

  await pedro.send('/cuenta/sesiones/cerrar-otras', {}, { from: '/cuenta' })
  for (const other of others) t.equal((await other.open('/cuenta')).status, 303)
  const last = await pedro.send(addresses[0] ?? '', {}, { from: '/cuenta' })
  t.equal(last.location, '/entrar')
  t.notOk(pedro.cookies.has('__Host-session'))
  t.equal((await pedro.open('/cuenta')).status, 303)
})
