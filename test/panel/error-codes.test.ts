import { readFileSync } from 'node:fs'
import { isProblemCode, problemCodes, problemType, problemView } from '@ecmr/contract'
import t from 'tap'
import { asPromised } from '../support/contract.js'
import { buildTestPanel, SITE_URL } from '../support/panel.js'

const panel = await buildTestPanel(t)
const codes = Object.keys(problemCodes).filter(isProblemCode)
const pathOf = (type: string): string => type.slice(SITE_URL.length)

t.test(
  'each code has a page where the type of its problems leads, in both languages, for anyone',
  async (t) => {
    t.ok(codes.length > 50)
    for (const [language, remedy] of [
      ['es', 'Qué hacer'],
      ['en', 'What to do'],
    ]) {
      const visitor = panel.visitor({ 'accept-language': language ?? '' })
      const list = await visitor.open('/errors')
      t.equal(list.status, 200)
      for (const code of codes) {
        const { status, title } = problemCodes[code]
        const type = problemType(SITE_URL, code)
        t.ok(list.html.includes(`href="${pathOf(type)}"`), `${code} in the list`)
        const page = await visitor.open(pathOf(type))
        t.equal(page.status, 200, code)
        t.match(page.text, remedy)
        t.notMatch(page.text, /`/)
        const example = asPromised(problemView, JSON.parse(/\{ "type".*\}/.exec(page.text)?.[0] ?? ''))
        t.match(example, { type, code, status, title })
      }
    }
  },
)

t.test('a code that does not exist has no page', async (t) => {
  for (const code of ['nothing', 'toString', 'NOT_FOUND', 'not_found%2F'])
    t.equal((await panel.visitor().open(`/errors/${code}`)).status, 404, code)
})

t.test('what the proxy answers for the interface has such types too', async (t) => {
  const file = readFileSync(new URL('../../../infra/containers/Caddyfile', import.meta.url), 'utf8')
  const answers = [...file.matchAll(/body `(\{"type".*\})`/g)].map(([, body = '']) =>
    asPromised(problemView, JSON.parse(body.replace('{$SITE_URL}', SITE_URL))),
  )
  t.equal(answers.length, 2)
  for (const { type, code, status, title } of answers) {
    t.equal(type, problemType(SITE_URL, code))
    t.match(problemCodes[code], { status, title })
  }
})
