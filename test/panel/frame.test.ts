import t, { test } from 'tap'
import { buildTestPanel } from '../support/panel.js'

const shared = await buildTestPanel(t)

test('every page has a language, a title and our headers', async (t) => {
  const { visitor } = shared
  const page = await visitor().open('/')
  t.equal(page.status, 200)
  t.match(page.html, /<html lang="es">/)
  t.match(page.headers['content-security-policy'], /default-src 'none';script-src 'self'/)
  t.equal(page.headers['x-frame-options'], 'DENY')
  t.equal(page.headers['cache-control'], 'no-store')
  t.match(await visitor({ 'accept-language': 'en' }).open('/'), { html: /<html lang="en">/ })
})

test('an address where there is nothing says so, in a page', async (t) => {
  const { visitor } = shared
  const page = await visitor().open('/nothing-here')
  t.equal(page.status, 404)
  t.match(page.text, /Aquí no hay nada/)
})

test('the language that is chosen stays, and leads to no other site', async (t) => {
  const { visitor } = shared
  const somebody = visitor()
  const chosen = await somebody.open('/idioma/en?siguiente=//evil.example/')
  t.equal(chosen.location, '/')
  t.match(await somebody.open('/'), { html: /<html lang="en">/ })
})
