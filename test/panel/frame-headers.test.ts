import t, { test } from 'tap'
import { buildTestPanel } from '../support/panel.js'

const shared = await buildTestPanel(t)

test('pages run and load nothing but our own files, and let nothing else near', async (t) => {
  const { visitor } = shared
  for (const path of ['/', '/nothing-here', '/entrar', '/assets/panel.css', '/assets/none.css']) {
    const { headers } = await visitor().open(path)
    const policy = String(headers['content-security-policy']).split(';').sort()
    t.same(policy, [
      "base-uri 'none'",
      "default-src 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "img-src 'self' data:",
      "require-trusted-types-for 'script'",
      "script-src 'self'",
      "style-src 'self'",
      "trusted-types 'none'",
    ])
    t.match(headers, {
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': /camera=\(\).*microphone=\(\)/,
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    t.notOk(headers.server ?? headers['x-powered-by'])
  }
})

test('browsers are held to https where the panel has it', async (t) => {
  const plain = await buildTestPanel(t, () => ({ siteUrl: 'http://localhost:8080' }))
  t.notOk((await plain.visitor().open('/')).headers['strict-transport-security'])
  const { visitor } = shared
  t.match((await visitor().open('/')).headers['strict-transport-security'], /max-age=31536000/)
})

test('no page is kept, also not one that says that something is wrong', async (t) => {
  const { visitor, person, haulier } = shared
  const somebody = await person(haulier)
  for (const page of [
    await visitor().open('/'),
    await visitor().open('/nothing'),
    await somebody.open('/'),
  ]) {
    t.equal(page.headers['cache-control'], 'no-store')
    t.match(page.headers.vary, /Cookie/)
  }
})

test('cookies are for this host and for no script', async (t) => {
  const { app } = shared
  const { headers } = await app.inject('/idioma/en')
  t.match(headers['set-cookie'], /^__Host-language=en; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
})

test('over http cookies are what every browser takes there, also for its own machine', async (t) => {
  const { app } = await buildTestPanel(t, () => ({ siteUrl: 'http://localhost:8080' }))
  const { headers } = await app.inject('/idioma/en')
  t.match(headers['set-cookie'], /^ecmr-language=en; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/)
})

test('cookies that hold nonsense are as good as none', async (t) => {
  const { app } = shared
  for (const cookie of [
    '__Host-session=x; __Host-language=xx; __Host-flash=__proto__; __Host-csrf=',
    `__Host-session=${'A'.repeat(43)}; __Host-flash=toString`,
    '__Host-session=%00; __Host-language=%E0%A4; ;;==;',
  ]) {
    const page = await app.inject({ url: '/', headers: { cookie } })
    t.equal(page.statusCode, 200, cookie)
    t.match(page.body, /<html lang="es">/)
    t.notMatch(page.body, /role="status"/)
  }
})
