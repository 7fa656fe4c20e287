import { logInAs, resetSecondFactor } from '@ecmr/accounts'
import t from 'tap'
import { operator } from '../support/panel.js'
import { until as untilSaid } from '../support/until.js'
import {
  codesOn,
  confirm,
  FIREFOX,
  SECOND_STEP,
  secondFactorPanel,
  typePassword,
} from './second-factor-ground.js'

const panel = await secondFactorPanel(t)
const { visitor, pool, pass, secured, loggedIn, appOf, mail } = panel

const until = (isSo: () => boolean) => untilSaid(isSo, 'a mail', 60)

const IN = { status: 303, location: '/' }

t.test('an app is set up: its secret is shown once, and other sessions end', async (t) => {
  const { browser, email } = await loggedIn()
  const other = visitor()
  await typePassword(other, email)
  const begun = await browser.send('/cuenta/seguridad/aplicacion', {}, { from: '/cuenta/seguridad' })
  t.match(begun.html, /<img class="app-code" src="data:image\/svg\+xml;base64,/)
  t.equal(begun.headers['cache-control'], 'no-store')
  const app = appOf(begun)
  const wrong = await confirm(browser, '000000')
  t.match(wrong, { status: 400, text: /El código no es correcto/ })
  t.notMatch(wrong.html, /app-code|aria-labelledby="key"/, 'the secret is not shown again')
  t.equal((await other.open('/cuenta')).status, 200)
  const done = await confirm(browser, app.code())
  t.equal(new Set(codesOn(done)).size, 10)
  t.match(await browser.open('/cuenta/seguridad'), { status: 200, text: /pasos activada.*Quedan 10 de 10/ })
  t.match((await other.open('/cuenta')).location, /^\/entrar/)
  t.match(await confirm(browser, app.code()), { location: '/cuenta/seguridad' }, 'it is confirmed once')
})

t.test('a login takes the code of the app, each one once', async (t) => {
  const { email, app } = await secured()
  const browser = visitor()
  const first = await typePassword(browser, email)
  t.equal(first.location, SECOND_STEP)
  t.match((await browser.open('/cuenta')).location, /^\/entrar/, 'a login that waits is no session')
  t.match(await browser.send(SECOND_STEP, { code: '123' }), { status: 400, text: /no es correcto/ })
  const code = app.code()
  t.match(await browser.send(SECOND_STEP, { code }), IN)
  t.match(await browser.open('/cuenta'), { status: 200 })
  t.match((await browser.open(SECOND_STEP)).location, '/entrar', 'it waits no more')

  const replayed = visitor()
  await typePassword(replayed, email)
  t.match(await replayed.send(SECOND_STEP, { code }), { status: 400 }, 'the same code is refused')
  pass()
  t.match(await replayed.send(SECOND_STEP, { code: `${app.code().slice(0, 3)} ${app.code().slice(3)}` }), IN)
})

t.test('codes around the present one are taken, older and later ones not', async (t) => {
  const { email, app } = await secured()
  const codes: string[] = []
  for (let step = 0; step < 5; step += 1) {
    codes.push(app.code())
    pass()
  }
  // Now the present step is the one after the last of these.
  const browser = visitor()
  await typePassword(browser, email)
  t.match(await browser.send(SECOND_STEP, { code: codes[3] ?? '' }), { status: 400 }, 'two steps ago')
  pass(-2)
  t.match(await browser.send(SECOND_STEP, { code: codes[4] ?? '' }), IN, 'the next one')
  const late = visitor()
  await typePassword(late, email)
  t.match(await late.send(SECOND_STEP, { code: codes[3] ?? '' }), { status: 400 }, 'before one that was used')
  pass(4)
})

t.test('two logins at once with the same code: one gets in', async (t) => {
  const { email, app } = await secured()
  const browsers = [visitor(), visitor(), visitor()]
  for (const browser of browsers) await typePassword(browser, email)
  const tokens = await Promise.all(browsers.map((browser) => browser.open(SECOND_STEP)))
  const code = app.code()
  const pages = await Promise.all(
    browsers.map((browser, i) => browser.send(SECOND_STEP, { code }, { token: tokens[i]?.formToken ?? '' })),
  )
  t.same(pages.map(({ status }) => status).sort(), [303, 400, 400])
})

t.test('the code of another person is worth nothing', async (t) => {
  const [one, other] = [await secured(), await secured()]
  const browser = visitor()
  await typePassword(browser, one.email)
  t.match(await browser.send(SECOND_STEP, { code: other.app.code() }), { status: 400 })
  const recovery = { kind: 'recovery_code', code: other.codes[0] ?? '' }
  t.match(await browser.send(SECOND_STEP, recovery), { status: 400 })
})

t.test('five tries, then the login begins again; the person is told, and pauses follow', async (t) => {
  const { email, app } = await secured()
  const browser = visitor()
  await typePassword(browser, email)
  for (let tries = 1; tries < 5; tries += 1)
    t.match(await browser.send(SECOND_STEP, { code: '000000' }), { status: 400 })
  const told = mail.received.length
  const last = await browser.send(SECOND_STEP, { code: '000000' })
  t.match(last, { status: 303, location: '/entrar?siguiente=%2F' })
  t.match((await browser.follow(last)).text, /demasiados intentos/)
  t.match(await browser.send(SECOND_STEP, { code: app.code() }, { from: '/entrar' }), {
    location: '/entrar?siguiente=%2F',
  })
  await typePassword(browser, email)
  for (let tries = 1; tries < 5; tries += 1) await browser.send(SECOND_STEP, { code: '000000' })
  await browser.send(SECOND_STEP, { code: '000000' })
  await typePassword(browser, email)
  const paused = await browser.send(SECOND_STEP, { code: app.code() })
  t.match(paused, { status: 429, text: /Espere/ })
  t.match(paused.headers['retry-after'], /^\d+$/)
  await until(() =>
    mail.received
      .slice(told)
      .some(({ headers }) => headers.get('subject') === 'Alguien conoce su contraseña de eCMR'),
  )
})

t.test('a recovery code lets in once, and its person is told', async (t) => {
  const { email, codes, user } = await secured()
  const browser = visitor({ 'user-agent': FIREFOX })
  await typePassword(browser, email)
  const [code = ''] = codes
  const step = { kind: 'recovery_code', code: ` ${code.toUpperCase().replaceAll('-', ' ')} ` }
  t.match(await browser.open(`${SECOND_STEP}?con=recuperacion`), {
    status: 200,
    text: /Código de recuperación/,
  })
  const inside = await browser.send(SECOND_STEP, step)
  t.match(inside, IN)
  t.match((await browser.follow(inside)).text, /Ha entrado con un código de recuperación/)
  await until(() =>
    mail.received.some(({ to, text }) => to[0] === email && /Quedan 9.*Firefox en Linux/s.test(text)),
  )
  const again = visitor()
  await typePassword(again, email)
  t.match(await again.send(SECOND_STEP, step), { status: 400, text: /no es correcto o ya se ha usado/ })
  const { rows } = await pool.query(
    `select data from accounts.audit_outbox where type = 'UserRecoveryCodeUsed' and data->>'user_id' = $1`,
    [user.id],
  )
  t.same(rows, [{ data: { user_id: user.id, left: 9 } }])
})

t.test('recovery codes made anew end the former ones', async (t) => {
  const { email, codes, browser } = await secured()
  const fresh = codesOn(await browser.send('/cuenta/seguridad/codigos', {}, { from: '/cuenta/seguridad' }))
  t.equal(fresh.length, 10)
  const other = visitor()
  await typePassword(other, email)
  const [former = '', present = ''] = [codes[0], fresh[0]]
  t.match(await other.send(SECOND_STEP, { kind: 'recovery_code', code: former }), { status: 400 })
  t.match(await other.send(SECOND_STEP, { kind: 'recovery_code', code: present }), IN)
})

t.test('what is security’s asks who is there when they came long ago', async (t) => {
  const { browser, app, user } = await secured()
  await pool.query(
    `update accounts.sessions set identified_at = now() - interval '16 minutes' where user_id = $1`,
    [user.id],
  )
  const page = await browser.send('/cuenta/seguridad/aplicacion/quitar', {}, { from: '/cuenta/seguridad' })
  t.equal(page.location, '/cuenta/identificarse?siguiente=%2Fcuenta%2Fseguridad')
  const password = { current: 'x', password: 'y' }
  t.match((await browser.send('/cuenta/contrasena', password, { from: '/cuenta' })).location, /identificarse/)
  t.match(await browser.send('/cuenta/identificarse', { password: 'wrong' }), {
    status: 400,
    text: /no es correcta/,
  })
  const known = await browser.send('/cuenta/identificarse', {
    password: 'corchete naranja y veintidós',
    siguiente: '/cuenta/seguridad',
  })
  t.equal(known.location, `${SECOND_STEP}?siguiente=%2Fcuenta%2Fseguridad`)
  t.match(
    (await browser.send('/cuenta/seguridad/codigos', {}, { from: '/cuenta/seguridad' })).location,
    /identificarse/,
    'the password alone is not enough',
  )
  const back = await browser.send(
    SECOND_STEP,
    { code: app.code(), siguiente: '/cuenta/seguridad' },
    { from: SECOND_STEP },
  )
  t.equal(back.location, '/cuenta/seguridad')
  const removed = await browser.send('/cuenta/seguridad/aplicacion/quitar', {}, { from: '/cuenta/seguridad' })
  t.match((await browser.follow(removed)).text, /Verificación en dos pasos desactivada/)
})

t.test('a waiting login of another session proves nothing', async (t) => {
  const { browser, app, user } = await secured()
  const { browser: stranger } = await loggedIn()
  await browser.send('/cuenta/identificarse', { password: 'corchete naranja y veintidós' })
  stranger.cookies.set('__Host-login', browser.cookies.get('__Host-login') ?? '')
  t.match((await stranger.open(SECOND_STEP)).location, '/entrar')
  const { location } = await stranger.send(SECOND_STEP, { code: app.code() }, { from: '/cuenta' })
  t.match(location, /identificarse/)
  t.ok(user)
})

t.test('a link for a new password leads to the second step as well', async (t) => {
  const { email, app } = await secured()
  const browser = visitor()
  const asked = mail.received.length
  await browser.send('/recuperar', { email })
  await until(() =>
    mail.received.slice(asked).some(({ links }) => links.some((link) => link.includes('/recuperar/'))),
  )
  const link =
    mail.received
      .slice(asked)
      .flatMap(({ links }) => links)
      .find((one) => /\/recuperar\/[\w-]{43}/.test(one)) ?? ''
  const { pathname } = new URL(link)
  const chosen = await browser.send(pathname, { password: 'martes sin paraguas en Lugo' })
  t.equal(chosen.location, SECOND_STEP)
  t.match((await browser.open('/cuenta')).location, /^\/entrar/)
  pass()
  t.match(await browser.send(SECOND_STEP, { code: app.code() }), IN)
})

t.test(
  'with another SECRET_KEY the codes of apps cannot be checked: it is said, and recovery codes work',
  async (t) => {
    const { email, app, codes, user } = await secured()
    await pool.query(
      'update accounts.authenticator_apps set secret = (select secret from accounts.authenticator_apps where user_id <> $1 and secret is not null limit 1) where user_id = $1',
      [user.id],
    )
    const browser = visitor()
    await typePassword(browser, email)
    t.match(await browser.send(SECOND_STEP, { code: app.code() }), {
      status: 400,
      text: /El servicio ha cambiado de clave/,
    })
    t.match(await browser.send(SECOND_STEP, { kind: 'recovery_code', code: codes[0] ?? '' }), IN)
  },
)

t.test('the operator takes a second factor off: sessions end, and the password is enough', async (t) => {
  const { email, user, browser } = await secured()
  t.match(await resetSecondFactor(pool, user.id, operator), { ok: true })
  t.match((await browser.open('/cuenta')).location, /^\/entrar/)
  t.match(await typePassword(visitor(), email), IN)
  t.same(await resetSecondFactor(pool, user.id, operator), { ok: false, reason: 'none' })
})

t.test('a session that did not take the second step is none, however it began', async (t) => {
  const { user } = await secured()
  const { token } = await logInAs(pool, user.id, { address: '127.0.0.1', userAgent: 'test' })
  const browser = visitor()
  browser.cookies.set('__Host-session', token)
  t.match((await browser.open('/cuenta')).location, /^\/entrar/)
})

t.test('no secret stands in the trail, nor in clear in the database', async (t) => {
  const { codes, user } = await secured()
  const { rows } = await pool.query(
    `select to_jsonb(a)::text as text from accounts.authenticator_apps a where user_id = $1
    union all select to_jsonb(c)::text from accounts.recovery_codes c where user_id = $1`,
    [user.id],
  )
  t.equal(rows.length, 11)
  for (const { text } of rows) for (const code of codes) t.notMatch(text, code)
})
