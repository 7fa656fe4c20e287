import t, { test } from 'tap'
import { buildTestPanel } from '../support/panel.js'

const shared = await buildTestPanel(t)

test('files are kept for good under the address that pages give, and asked for again under any other', async (t) => {
  const { visitor } = shared
  const { html } = await visitor().open('/')
  const url = /href="(\/assets\/panel\.css\?v=[\w-]+)"/.exec(html)?.[1] ?? ''
  t.match(await visitor().open(url), {
    status: 200,
    headers: { 'cache-control': 'public, max-age=31536000, immutable', 'content-type': /^text\/css/ },
  })
  for (const other of ['/assets/panel.css', '/assets/panel.css?v=old']) {
    const file = await visitor().open(other)
    t.match(file, { status: 200, headers: { 'cache-control': 'no-cache' } })
    t.match(await visitor().open(other, { 'if-none-match': String(file.headers.etag) }), { status: 304 })
  }
})

test('nothing is served but what pages load', async (t) => {
  const { visitor } = shared
  const others = [
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
  ]
  for (const path of others) {
    const { status, html } = await visitor().open(path)
    t.ok(status === 404 || status === 400, `${path} gives ${status}`)
    t.match(html, /<html lang="es">/)
  }
})

test('files are public, and served without reading the session', async (t) => {
  const { visitor, pool } = await buildTestPanel(t)
  const somebody = visitor()
  somebody.cookies.set('__Host-session', 'A'.repeat(43))
  await pool.query('alter schema accounts rename to away')
  t.equal((await somebody.open('/assets/panel.css')).status, 200)
})
