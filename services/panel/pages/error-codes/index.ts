import { isProblemCode, type Language, PROBLEM_PAGES, type ProblemCode, problemCodes } from '@ecmr/contract'
import { access, type Pages } from '../../panel-server.js'
import { PageProblem } from '../../problems/page-problem.js'
import { codeTexts } from './codes/index.js'
import { exampleAnswer } from './example-answer.js'
import { errorPageTexts } from './texts.js'

const codes = Object.keys(codeTexts).filter(isProblemCode)

/** What each code of the REST interface means, for anyone: the `type` of an error is the address of its page. */
export const errorCodePages: Pages = (app, { siteUrl }) => {
  app.get(PROBLEM_PAGES, access.public, async (request, reply) => {
    const { language } = request.visitor
    const t = errorPageTexts[language]
    const rows = codes.map((code) => ({ code, ...problemCodes[code], title: titleOf(code, language) }))
    const said = { about: marked(t.about), retries: marked(t.retries) }
    return reply.page('pages/error-codes/list', { title: t.title, t, said, rows })
  })
  app.get<{ Params: { code: string } }>(`${PROBLEM_PAGES}/:code`, access.public, async (request, reply) => {
    const { code } = request.params
    if (!isProblemCode(code)) throw new PageProblem('not_found')
    const { language } = request.visitor
    const said = language === 'es' ? 0 : 1
    const { why, remedy } = codeTexts[code]
    const { head, body } = exampleAnswer(siteUrl, code)
    return reply.page('pages/error-codes/code', {
      title: titleOf(code, language),
      t: errorPageTexts[language],
      code,
      why: marked(why[said]),
      remedy: marked(remedy[said]),
      status: problemCodes[code].status,
      example: `${head}\n\n${JSON.stringify(body, null, 2)}`,
    })
  })
}

function titleOf(code: ProblemCode, language: Language): string {
  return language === 'es' ? codeTexts[code].title : problemCodes[code].title
}

/** The parts of a text; every other one, which stands between backticks, is code. */
function marked(text: string): readonly string[] {
  return text.split('`')
}
