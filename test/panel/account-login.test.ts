import { Registry } from 'prom-client'
import t from 'tap'
import { PASSWORD, withPassword } from '../support/account.js'
import { buildTestPanel, SITE_URL } from '../support/panel.js'

const metrics = new Registry()
const { person, visitor, pool, haulier, rival } = await buildTestPanel(t, () => ({ metrics }))

const SESSION = '__Host-session'
const TO_LOGIN = '/entrar?siguiente=%2Fcuenta'

let made = 0
/** Creates a user who can log in, and returns the email address. */
async function marta(): Promise<string> {
  made += 1
  const email = `marta${made}@example.com`
  await withPassword(pool, haulier, { email })
  return email
}

const cookieOf = ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }, name: string) =>
  [headers['set-cookie'] ?? []].flat().find((cookie) => String(cookie).startsWith(`${name}=`))

t.test('who knows the password is logged in and led on, and may leave again', async (t) => {
  const email = await marta()
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const browser = visitor({ 'user-agent': agent })
  const wanted = await browser.open('/cuenta')
  t.equal(wanted.location, TO_LOGIN)
  const form = await browser.follow(wanted)
  t.match(form.html, /<input type="hidden" name="siguiente" value="\/cuenta">/)
  t.match(form.html, /type="password"[^>]* autocomplete="current-password"/)
  const why = /Un asistente solicita acceso/
  t.notMatch(form.text, why)
  t.match((await browser.open('/entrar?siguiente=%2Foauth%2Fauthorize%3Fclient_id%3D1')).text, why)
  const fields = { email: ` ${email.toUpperCase()} `, password: PASSWORD, siguiente: '/cuenta' }
  const inside = await browser.send('/entrar', fields)
  t.equal(inside.location, '/cuenta')
  t.match(
    cookieOf(inside, SESSION),
    /^__Host-session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  t.match((await browser.follow(inside)).text, /Marta Vidal .*Firefox en Linux esta/)

  const out = await browser.send('/salir', {}, { from: '/cuenta' })
  t.equal(out.location, '/entrar')
  t.match((await browser.follow(out)).text, /Ha cerrado la sesión/)
  t.notOk(browser.cookies.has(SESSION))
  t.equal((await browser.open('/cuenta')).status, 303)
})

t.test('logging in begins a session of its own and ends the one that the browser had', async (t) => {
  const email = await marta()
  const attacker = await person(rival, 'member', 'Eve')
  const planted = attacker.cookies.get(SESSION) ?? ''
  const browser = visitor()
  browser.cookies.set(SESSION, planted)
  const { formToken: token = '' } = await browser.open('/cuenta')
  t.equal((await browser.send('/entrar', { email, password: PASSWORD }, { token })).status, 303)
  t.not(browser.cookies.get(SESSION), planted)
  t.match((await browser.open('/cuenta')).text, /Marta Vidal/)
  t.equal((await attacker.open('/cuenta')).location, TO_LOGIN)
  t.equal((await browser.send('/cuenta', { name: 'X', language: 'es' }, { token })).status, 403)
})

t.test('a form of before logging in is not taken afterwards', async (t) => {
  const email = await marta()
  const browser = visitor()
  const { formToken: token = '' } = await browser.open('/entrar')
  const secret = browser.cookies.get('__Host-csrf') ?? ''
  await browser.send('/entrar', { email, password: PASSWORD })
  t.notOk(browser.cookies.has('__Host-csrf'), 'a planted form secret is dropped')
  browser.cookies.set('__Host-csrf', secret)
  t.equal((await browser.send('/salir', {}, { token })).status, 403)
  t.equal((await browser.open('/cuenta')).status, 200)
})

const ELSEWHERE = [
  '//evil.example',
  '///evil.example',
  '////evil.example/',
  '/\\evil.example',
  '\\/evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  'https://evil.example/',
  'HTTPS:evil.example',
  'http:evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'evil.example',
  '@evil.example',
  ':@evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/%2e//evil.example',
  '/a/../..//evil.example',
  '/./\\evil.example',
  '/\u0001/evil.example',
  '/%09/evil.example',
  '/%5c/evil.example',
  '/;//evil.example',
  '?siguiente=//evil.example',
  '#//evil.example',
  '',
]

t.test('who is logged in is led on at once, wherever the link says, as long as it is here', async (t) => {
  const lucia = await person(haulier)
  const ledFrom = (siguiente: string) => lucia.open(`/entrar?siguiente=${encodeURIComponent(siguiente)}`)
  for (const siguiente of ELSEWHERE) {
    const { status, location = '' } = await ledFrom(siguiente)
    t.equal(status, 303, siguiente)
    const { origin } = new URL(location, `${SITE_URL}/entrar`)
    t.equal(origin, SITE_URL, `${siguiente} leads to ${location}`)
    t.match(location, /^\/(?![/\\])/, siguiente)
  }
  t.equal((await lucia.open('/entrar?siguiente=/cuenta&siguiente=//evil.example')).location, '/')
  t.equal((await lucia.open('/entrar')).location, '/')
  const authorize = '/oauth/authorize?client_id=a&redirect_uri=https%3A%2F%2Fclient.example%2Fcb&state=x%2Fy'
  t.equal((await ledFrom(authorize)).location, authorize)
  const form = await visitor().open(`/entrar?siguiente=${encodeURIComponent('//evil.example/"><script>')}`)
  t.notMatch(form.html.replace(/<footer.*/s, ''), /evil\.example/)
  const sent = { email: await marta(), password: PASSWORD, siguiente: '/.//evil.example' }
  t.equal((await visitor().send('/entrar', sent)).location, '/', 'nor can a form lead elsewhere')
})

t.test('a wrong password and an unknown address are answered with the very same page', async (t) => {
  const email = await marta()
  const said = async (address: string): Promise<string> => {
    const page = await visitor().send('/entrar', { email: address, password: 'not the one' })
    t.match(page, { status: 400, text: /El correo o la contraseña no son correctos/ })
    t.match(page.html, new RegExp(`value="${address}"`), 'the address is kept')
    t.notMatch(page.html, /not the one/, 'the password is not')
    return page.html.replaceAll(/name="_csrf" value="[^"]+"/g, '').replaceAll(address, 'ADDRESS')
  }
  t.equal(await said(email), await said('nobody@example.com'))
})

t.test('a field that is empty, too long or not text is rejected with a message', async (t) => {
  const page = await visitor().send('/entrar', { email: '', password: '' })
  t.match(page, { status: 400, html: /id="f-email-fault">Rellene este campo/ })
  t.match(page.html, /id="f-password-fault">Rellene este campo/)
  const twice = ['a@example.com', 'b@example.com']
  for (const email of ['a\u0000b@example.com', `${'x'.repeat(300)}@example.com`, twice])
    t.equal((await visitor().send('/entrar', { email, password: 'x' })).status, 400)
})

t.test('after too many attempts even the right password has to wait, and it says how long', async (t) => {
  const email = await marta()
  const thief = visitor({ 'accept-language': 'en' })
  const { formToken: token = '' } = await thief.open('/entrar')
  const attempt = (password: string) => thief.send('/entrar', { email, password }, { token })
  for (let tries = 0; tries < 5; tries += 1) t.equal((await attempt('not the one')).status, 400)
  t.match(await attempt('not the one'), {
    status: 429,
    headers: { 'retry-after': /^\d+$/ },
    text: /Too many attempts\. Wait \d+ seconds? and try again\./,
  })
  t.equal((await attempt(PASSWORD)).status, 429)
  t.notOk(thief.cookies.has(SESSION))
})

t.test('strangers who try too often do not lock out a browser that its owner has used', async (t) => {
  const email = await marta()
  const [own, stranger, foreign] = [visitor(), visitor(), visitor()]
  const first = await own.send('/entrar', { email, password: PASSWORD })
  t.match(
    cookieOf(first, '__Host-device'),
    /^__Host-device=[\w-]{70}; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  await own.send('/salir', {}, { from: '/cuenta' })
  t.ok(own.cookies.has('__Host-device'), 'it stays known after logging out')
  t.equal((await own.open('/cuenta')).status, 303, 'which is no session')
  const { formToken: token = '' } = await stranger.open('/entrar')
  const guess = (password: string) => stranger.send('/entrar', { email, password }, { token })
  await Promise.all(Array.from({ length: 5 }, () => guess('not the one')))
  t.equal((await guess(PASSWORD)).status, 429)
  await foreign.send('/entrar', { email: await marta(), password: PASSWORD })
  await foreign.send('/salir', {}, { from: '/cuenta' })
  t.equal((await foreign.send('/entrar', { email, password: PASSWORD })).status, 429, 'known for another')
  t.equal((await own.send('/entrar', { email, password: PASSWORD })).status, 303)
})

t.test('the panel at another address names the right one', async (t) => {
  const elsewhere = await visitor({ host: '192.0.2.1:8080' }).open('/entrar')
  t.match(elsewhere, { text: `use ${SITE_URL}`, html: `href="${SITE_URL}/entrar"` })
  t.notMatch((await visitor().open('/entrar')).text, /no es la dirección principal/)
})

t.test('a removed user is sent to log in on the next request', async (t) => {
  const [lucia, pedro] = [await person(haulier), await person(haulier, 'member', 'Pedro')]
  t.equal((await pedro.open('/cuenta')).status, 200)
  await lucia.send(`/empresa/personas/${pedro.user.id}/quitar`, {}, { from: '/empresa/personas' })
  t.equal((await pedro.open('/cuenta')).location, TO_LOGIN)
})

t.test('logins that are refused are counted by why, and by nothing that names anybody', async (t) => {
  metrics.resetMetrics()
  const email = await marta()
  const browser = visitor()
  await browser.send('/entrar', { email, password: 'not the password' }, { from: '/entrar' })
  const figures = await metrics.metrics()
  t.match(figures, 'ecmr_logins_refused_total{step="password",reason="wrong"} 1\n')
  t.notMatch(figures, email)
})
