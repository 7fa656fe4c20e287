import t, { test } from 'tap'
import { buildTestPanel } from '../support/panel.js'

const shared = await buildTestPanel(t)

test('an address that is known but not for this method says which are', async (t) => {
  const { app } = shared
  const answer = await app.inject({ method: 'PUT', url: '/entrar?x=1' })
  t.match(answer, { statusCode: 405, headers: { allow: 'GET, HEAD, OPTIONS, POST' } })
  t.match(answer.body, /Así no se puede abrir esta dirección/)
  t.match(await app.inject({ method: 'DELETE', url: '/idioma/en' }), {
    statusCode: 405,
    headers: { allow: 'GET, HEAD, OPTIONS' },
  })
  t.match(await app.inject({ method: 'OPTIONS', url: '/entrar' }), { statusCode: 204, body: '' })
})

test('an address where there is nothing says so to every method', async (t) => {
  const { app } = shared
  for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'] as const) {
    const answer = await app.inject({ method, url: '/nothing' })
    t.equal(answer.statusCode, 404, method)
    t.match(answer.body, /Aquí no hay nada/)
  }
  t.equal((await app.inject({ method: 'HEAD', url: '/nothing' })).statusCode, 404)
})

test('addresses that make no sense are answered with a page', async (t) => {
  const { visitor } = shared
  const paths = [
    '/100%',
    '/%E0%A4%A',
    '/%FF',
    '/idioma/%zz?siguiente=%',
    `/idioma/${'x'.repeat(15_000)}`,
    '/a/../b',
    '//evil.example',
  ]
  for (const path of paths) {
    const page = await visitor({ 'accept-language': 'en' }).open(path)
    t.equal(page.status, 404, path.slice(0, 40))
    t.match(page.html, /<html lang="en">/)
    t.ok(page.headers['content-security-policy'])
  }
})

test('a logged-in user keeps the menu on a page that says that there is nothing', async (t) => {
  const { person, haulier } = shared
  const somebody = await person(haulier)
  t.match(await somebody.open('/nothing'), { status: 404, html: /action="\/salir"/ })
})

test('after the login the user returns to the page, unless it was a form or too long an address', async (t) => {
  const { app, visitor } = shared
  t.match(await visitor().open('/cuenta?a=b&c=%20'), {
    status: 303,
    location: '/entrar?siguiente=%2Fcuenta%3Fa%3Db%26c%3D%2520',
  })
  t.match(await visitor().open(`/cuenta?${'x'.repeat(3_000)}`), { status: 303, location: '/entrar' })
  t.match(await app.inject({ method: 'POST', url: '/cuenta' }), {
    statusCode: 303,
    headers: { location: '/entrar' },
  })
})

test('the language is changed without leaving the page, and never leads to another site', async (t) => {
  const { visitor } = shared
  const page = await visitor().open('/entrar?siguiente=%2Fcuenta')
  t.match(page.html, /href="\/idioma\/en\?siguiente=%2Fentrar%3Fsiguiente%3D%252Fcuenta"/)
  for (const elsewhere of [
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    'https://evil.example',
    '/%0d%0aX:y',
  ]) {
    const { location } = await visitor().open(`/idioma/en?siguiente=${encodeURIComponent(elsewhere)}`)
    t.equal(new URL(location ?? '', 'http://here.invalid').host, 'here.invalid', elsewhere)
  }
})
