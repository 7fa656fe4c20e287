import t, { test } from 'tap'
import { buildTestPanel, SITE_URL } from '../support/panel.js'

const { app, visitor, person, haulier } = await buildTestPanel(t)
const plain = await buildTestPanel(t, () => ({ siteUrl: 'http://localhost:8080' }))

const CSS = '/assets/panel.css'

test('pages run and load nothing but our own files, and let nothing else near', async (t) => {
  for (const path of ['/', '/nothing-here', '/entrar', CSS, '/assets/none.css']) {
    const { headers } = await visitor().open(path)
    t.same(String(headers['content-security-policy']).split(';').sort(), [
      "base-uri 'none'",
      "connect-src 'self'",
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
      'strict-transport-security': /max-age=31536000/,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    t.notOk(headers.server ?? headers['x-powered-by'])
  }
  t.notOk((await plain.visitor().open('/')).headers['strict-transport-security'], 'only where there is https')
})

test('no page is kept, also not one that says that something is wrong', async (t) => {
  const guest = await person(haulier)
  for (const page of [await visitor().open('/'), await visitor().open('/nothing'), await guest.open('/')])
    t.match(page.headers, { 'cache-control': 'no-store', vary: /Cookie/ })
})

test('cookies are for this host and for no script; over http they are what every browser takes', async (t) => {
  const cookie = async (panel: typeof app) => (await panel.inject('/idioma/en')).headers['set-cookie']
  t.match(await cookie(app), /^__Host-language=en; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  t.match(await cookie(plain.app), /^ecmr-language=en; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/)
})

test('cookies that hold nonsense are as good as none', async (t) => {
  for (const cookie of [
    '__Host-session=x; __Host-language=xx; __Host-flash=__proto__; __Host-csrf=',
    `__Host-session=${'A'.repeat(43)}; __Host-flash=toString`,
    '__Host-session=%00; __Host-language=%E0%A4; ;;==;',
  ]) {
    const page = await app.inject({ url: '/', headers: { cookie } })
    t.match(page, { statusCode: 200, body: /<html lang="es">/ }, cookie)
    t.notMatch(page.body, /role="status"/)
  }
})

test('an address that is known but not for this method says which are', async (t) => {
  const known = 'GET, HEAD, OPTIONS'
  const put = await app.inject({ method: 'PUT', url: '/entrar?x=1' })
  t.match(put, { statusCode: 405, headers: { allow: `${known}, POST` } })
  t.match(put.body, /Esta dirección no se puede abrir así/)
  const deleted = await app.inject({ method: 'DELETE', url: '/idioma/en' })
  t.match(deleted, { statusCode: 405, headers: { allow: known } })
  t.match(await app.inject({ method: 'OPTIONS', url: '/entrar' }), { statusCode: 204, body: '' })
})

test('an address where there is nothing says so to every method, and a logged-in user keeps the menu', async (t) => {
  const nothing = { statusCode: 404, body: /Esta página no existe/ }
  for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'] as const)
    t.match(await app.inject({ method, url: '/nothing' }), nothing, method)
  t.equal((await app.inject({ method: 'HEAD', url: '/nothing' })).statusCode, 404)
  t.match(await (await person(haulier)).open('/nothing'), { status: 404, html: /action="\/salir"/ })
})

test('addresses that make no sense are answered with a page', async (t) => {
  const long = `/idioma/${'x'.repeat(15_000)}`
  const zz = '/idioma/%zz?siguiente=%'
  for (const path of ['/100%', '/%E0%A4%A', '/%FF', zz, long, '/a/../b', '//evil.example']) {
    const page = await visitor({ 'accept-language': 'en' }).open(path)
    t.match(page, { status: 404, html: /<html lang="en">/ }, path.slice(0, 40))
    t.ok(page.headers['content-security-policy'])
  }
})

test('after the login the user returns to the page, unless it was a form or too long an address', async (t) => {
  const wanted = '/entrar?siguiente=%2Fcuenta%3Fa%3Db%26c%3D%2520'
  t.equal((await visitor().open('/cuenta?a=b&c=%20')).location, wanted)
  t.equal((await visitor().open(`/cuenta?${'x'.repeat(8_000)}`)).location, '/entrar')
  const form = await app.inject({ method: 'POST', url: '/cuenta' })
  t.same([form.statusCode, form.headers.location], [303, '/entrar'])
})

test('the language is changed without leaving the page, stays, and never leads to another site', async (t) => {
  const guest = visitor()
  const page = await guest.open('/entrar?siguiente=%2Fcuenta')
  t.match(page.html, /href="\/idioma\/en\?siguiente=%2Fentrar%3Fsiguiente%3D%252Fcuenta"/)
  const tricks = ['//evil.example/', '/\\evil.example', '/.//evil.example', 'https://evil.example']
  for (const elsewhere of [...tricks, '/%0d%0aX:y']) {
    const { location } = await guest.open(`/idioma/en?siguiente=${encodeURIComponent(elsewhere)}`)
    t.equal(new URL(location ?? '', 'http://here.invalid').host, 'here.invalid', elsewhere)
  }
  t.match(await guest.open('/'), { html: /<html lang="en">/ })
  t.match(await visitor({ 'accept-language': 'en' }).open('/'), { html: /<html lang="en">/ })
})

test('the colours are chosen for this browser, and the page comes in them', async (t) => {
  const guest = visitor()
  const looks = async () => {
    const { html } = await guest.open('/entrar')
    const [, scheme] = /<meta name="color-scheme" content="([^"]+)"/.exec(html) ?? []
    const [, media] = /href="\/assets\/dark\.css\?v=[\w-]+" media="([^"]+)"/.exec(html) ?? []
    const [, chosen] = /href="\/tema\/(\w+)\?siguiente=%2Fentrar" aria-current/.exec(html) ?? []
    return { scheme, media, chosen }
  }
  const bySystem = {
    scheme: 'light dark',
    media: 'screen and (prefers-color-scheme: dark)',
    chosen: 'system',
  }
  t.same(await looks(), bySystem)
  const { headers, location } = await guest.open('/tema/dark?siguiente=%2Fentrar')
  t.equal(location, '/entrar')
  t.match(headers['set-cookie'], /^__Host-theme=dark; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  t.same(await looks(), { scheme: 'dark', media: 'screen', chosen: 'dark' })
  await guest.open('/tema/light')
  t.same(await looks(), { scheme: 'light', media: undefined, chosen: 'light' })
  guest.cookies.set('__Host-theme', '"><script>')
  t.same(await looks(), bySystem)
  t.equal((await guest.open('/tema/pink')).status, 404)
  for (const elsewhere of [
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    'https://evil.example',
    '/%0d%0aX:y',
  ])
    t.equal(
      new URL(
        (await guest.open(`/tema/dark?siguiente=${encodeURIComponent(elsewhere)}`)).location ?? '',
        SITE_URL,
      ).origin,
      SITE_URL,
      elsewhere,
    )
})

test('every page leads to what the operator says of itself, and to nothing when it says nothing', async (t) => {
  const operator = {
    support: { text: 'ayuda@example.com', href: 'mailto:ayuda@example.com' },
    legalNoticeUrl: 'https://example.com/legal?a=1&b=2',
    privacyPolicyUrl: 'https://example.com/privacy',
  }
  const told = await buildTestPanel(t, () => ({ operator }))
  const own = await told.person(told.haulier)
  for (const { html } of [await told.visitor().open('/'), await own.open('/ecmrs')])
    for (const link of [
      '<a href="https://example.com/legal?a=1&amp;b=2">Aviso legal</a>',
      '<a href="https://example.com/privacy">Política de privacidad</a>',
      '<a href="mailto:ayuda@example.com">Ayuda</a>',
    ])
      t.ok(html.includes(link), link)
  t.notMatch((await visitor().open('/')).text, /Aviso legal|Política de privacidad|Ayuda/)
})

test('files are kept for good under the address that pages give, and asked for again under any other', async (t) => {
  const { html } = await visitor().open('/')
  const url = /href="(\/assets\/panel\.css\?v=[\w-]+)"/.exec(html)?.[1] ?? ''
  const forGood = 'public, max-age=31536000, immutable'
  t.match(await visitor().open(url), {
    status: 200,
    headers: { 'cache-control': forGood, 'content-type': /^text\/css/ },
  })
  for (const other of [CSS, `${CSS}?v=old`]) {
    const file = await visitor().open(other)
    t.match(file, { status: 200, headers: { 'cache-control': 'no-cache' } })
    t.match(await visitor().open(other, { 'if-none-match': String(file.headers.etag) }), { status: 304 })
  }
})

test('nothing is served but what pages load', async (t) => {
  for (const path of [
    '/assets/',
    '/assets/panel.d.ts',
    '/assets/tsconfig.tsbuildinfo',
    '/assets/../package.json',
    '/assets/..%2fpackage.json',
    '/assets/..%2fbuild-panel.js',
    '/assets/%2e%2e/build-panel.js',
    '/assets/..%5cbuild-panel.js',
    '/assets/....//build-panel.js',
    '/assets//etc/passwd',
    '/assets/panel.css/',
    '/assets/panel.css%00.js',
  ]) {
    const { status, html } = await visitor().open(path)
    t.ok(status === 404 || status === 400, `${path} gives ${status}`)
    t.match(html, /<html lang="es">/)
  }
})
