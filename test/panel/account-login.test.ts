import { test } from 'tap'
import { OTHER_PASSWORD, PASSWORD, withPassword } from '../support/account.js'
import { buildTestPanel, SITE_URL } from '../support/panel.js'

const SESSION = '__Host-session'

test('who knows the password is logged in and led on, and may leave again', async (t) => {
  const { visitor, pool, haulier } = await buildTestPanel(t)
  await withPassword(pool, haulier)
  const marta = visitor({
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  })
  const wanted = await marta.open('/cuenta')
  t.equal(wanted.location, '/entrar?siguiente=%2Fcuenta')
  const form = await marta.follow(wanted)
  t.match(form.html, /<input type="hidden" name="siguiente" value="\/cuenta">/)
  t.match(form.html, /type="password" autocomplete="current-password"/)
  const inside = await marta.send('/entrar', {
    email: ' MARTA@example.com ',
    password: PASSWORD,
    siguiente: '/cuenta',
  })
  t.equal(inside.status, 303)
  t.equal(inside.location, '/cuenta')
  const account = await marta.follow(inside)
  t.match(account.text, /Marta Vidal .*Firefox en Linux esta/)

  const out = await marta.send('/salir', {}, { from: '/cuenta' })
  t.equal(out.location, '/entrar')
  t.match((await marta.follow(out)).text, /Ha salido de su cuenta/)
  t.notOk(marta.cookies.has(SESSION))
  t.equal((await marta.open('/cuenta')).status, 303)
})

test('the cookie of a session is for this host alone, for no script and for no other site', async (t) => {
  const { visitor, pool, haulier } = await buildTestPanel(t)
  await withPassword(pool, haulier)
  const page = await visitor().send('/entrar', { email: 'marta@example.com', password: PASSWORD })
  const cookies = [page.headers['set-cookie'] ?? []].flat()
  const session = cookies.find((cookie) => cookie.startsWith(`${SESSION}=`))
  t.match(session, /^__Host-session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
})

test('logging in begins a session of its own and ends the one that the browser had', async (t) => {
  const { visitor, person, pool, haulier, rival } = await buildTestPanel(t)
  await withPassword(pool, haulier)
  const attacker = await person(rival, 'member', 'Eve')
  const planted = attacker.cookies.get(SESSION) ?? ''
  const marta = visitor()
  marta.cookies.set(SESSION, planted)
  const before = await marta.open('/cuenta')
  const inside = await marta.send(
    '/entrar',
    { email: 'marta@example.com', password: PASSWORD },
    { token: before.formToken ?? '' },
  )
  t.equal(inside.status, 303)
  t.not(marta.cookies.get(SESSION), planted)
  t.match((await marta.open('/cuenta')).text, /Marta Vidal/)
  t.equal((await attacker.open('/cuenta')).location, '/entrar?siguiente=%2Fcuenta')
  const stale = await marta.send('/cuenta', { name: 'X', language: 'es' }, { token: before.formToken ?? '' })
  t.equal(stale.status, 403)
})

test('a form of before logging in is not taken afterwards', async (t) => {
  const { visitor, pool, haulier } = await buildTestPanel(t)
  await withPassword(pool, haulier)
  const marta = visitor()
  const before = await marta.open('/entrar')
  const secret = marta.cookies.get('__Host-csrf') ?? ''
  await marta.send('/entrar', { email: 'marta@example.com', password: PASSWORD })
  t.notOk(marta.cookies.has('__Host-csrf'), 'whoever planted what forms are sealed with knows it no more')
  marta.cookies.set('__Host-csrf', secret)
  const stale = await marta.send('/salir', {}, { token: before.formToken ?? '' })
  t.equal(stale.status, 403)
  t.equal((await marta.open('/cuenta')).status, 200)
})

test('who is logged in is led on at once, wherever the link says, as long as it is here', async (t) => {
  const { person, visitor, haulier } = await buildTestPanel(t)
  const lucia = await person(haulier)
  const tricky = [
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
  for (const siguiente of tricky) {
    const { status, location = '' } = await lucia.open(`/entrar?siguiente=${encodeURIComponent(siguiente)}`)
    t.equal(status, 303, siguiente)
    const here = new URL(location, `${SITE_URL}/entrar`)
    t.equal(here.origin, SITE_URL, `${siguiente} leads to ${location}`)
    t.match(location, /^\/(?![/\\])/, siguiente)
  }
  t.equal((await lucia.open('/entrar?siguiente=/cuenta&siguiente=//evil.example')).location, '/')
  t.equal((await lucia.open('/entrar')).location, '/')
  const authorize = '/oauth/authorize?client_id=a&redirect_uri=https%3A%2F%2Fclient.example%2Fcb&state=x%2Fy'
  t.equal((await lucia.open(`/entrar?siguiente=${encodeURIComponent(authorize)}`)).location, authorize)
  const form = await visitor().open(`/entrar?siguiente=${encodeURIComponent('//evil.example/"><script>')}`)
  t.notMatch(form.html.replace(/<footer.*/s, ''), /evil\.example/)
})

test('a form cannot lead to another site either', async (t) => {
  const { visitor, pool, haulier } = await buildTestPanel(t)
  await withPassword(pool, haulier)
  const marta = visitor()
  const fields = { email: 'marta@example.com', password: PASSWORD, siguiente: '/.//evil.example' }
  t.equal((await marta.send('/entrar', fields)).location, '/')
})

test('a wrong password and an unknown address are answered with the very same page', async (t) => {
  const { visitor, pool, haulier } = await buildTestPanel(t)
  await withPassword(pool, haulier)
  const said = async (email: string): Promise<string> => {
    const page = await visitor().send('/entrar', { email, password: 'not the one' })
    t.equal(page.status, 400)
    t.match(page.text, /El correo o la contraseña no son correctos/)
    t.match(page.html, new RegExp(`value="${email}"`), 'the address is kept')
    t.notMatch(page.html, /not the one/, 'the password is not')
    return page.html.replaceAll(/name="_csrf" value="[^"]+"/g, '').replaceAll(email, 'ADDRESS')
  }
  t.equal(await said('marta@example.com'), await said('nobody@example.com'))
})

test('a field that is empty, too long or not text is told', async (t) => {
  const { visitor } = await buildTestPanel(t)
  const page = await visitor().send('/entrar', { email: '', password: '' })
  t.equal(page.status, 400)
  t.match(page.html, /id="f-email-fault">Rellene este campo/)
  t.match(page.html, /id="f-password-fault">Rellene este campo/)
  for (const email of ['a\u0000b@example.com', `${'x'.repeat(300)}@example.com`]) {
    t.equal((await visitor().send('/entrar', { email, password: 'x' })).status, 400)
  }
  t.equal(
    (await visitor().send('/entrar', { email: ['a@example.com', 'b@example.com'], password: ['a', 'b'] }))
      .status,
    400,
  )
})

test('who tries too often has to wait, even with the right password, and is told for how long', async (t) => {
  const { visitor, pool, haulier } = await buildTestPanel(t)
  await withPassword(pool, haulier)
  const thief = visitor({ 'accept-language': 'en' })
  const { formToken: token = '' } = await thief.open('/entrar')
  const attempt = (password: string) =>
    thief.send('/entrar', { email: 'marta@example.com', password }, { token })
  for (let tries = 0; tries < 5; tries += 1) t.equal((await attempt(OTHER_PASSWORD)).status, 400)
  const page = await attempt(OTHER_PASSWORD)
  t.equal(page.status, 429)
  t.match(page.headers['retry-after'], /^\d+$/)
  t.match(page.text, /Too many attempts\. Wait \d+ seconds? and try again\./)
  t.equal((await attempt(PASSWORD)).status, 429)
  t.notOk(thief.cookies.has(SESSION))
})

test('whoever opens the panel at another address is told which is the right one', async (t) => {
  const { visitor } = await buildTestPanel(t)
  const elsewhere = await visitor({ host: '192.0.2.1:8080' }).open('/entrar')
  t.match(elsewhere.text, `Su dirección es ${SITE_URL}`)
  t.match(elsewhere.html, `href="${SITE_URL}/entrar"`)
  t.notMatch((await visitor().open('/entrar')).text, /Su dirección es/)
})

test('somebody who is removed is sent to log in at his next step', async (t) => {
  const { person, haulier } = await buildTestPanel(t)
  const [lucia, pedro] = [await person(haulier), await person(haulier, 'member', 'Pedro')]
  t.equal((await pedro.open('/cuenta')).status, 200)
  await lucia.send(`/empresa/personas/${pedro.user.id}/quitar`, {}, { from: '/empresa/personas' })
  t.equal((await pedro.open('/cuenta')).location, '/entrar?siguiente=%2Fcuenta')
})
