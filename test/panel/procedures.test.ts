import t from 'tap'
import { buildTestPanel } from '../support/panel.js'

const panel = await buildTestPanel(t)

t.test('the six procedures of the Protocol are answered for anyone, in both languages', async (t) => {
  for (const [language, ...said] of [
    ['es', 'No es una certificación', 'Sustitución por papel'],
    ['en', 'It is not a certification', 'article 5.1 (f):', 'Replacement by paper'],
  ]) {
    const visitor = panel.visitor({ 'accept-language': language ?? '' })
    const page = await visitor.open('/procedimientos')
    t.equal(page.status, 200)
    for (const words of said) t.ok(page.text.includes(words), words)
    for (const letter of 'abcdef') t.match(page.html, `<h2 id="${letter}">${letter}) `)
    t.match((await visitor.open('/')).html, 'href="/procedimientos"', 'every page leads there')
  }
})
