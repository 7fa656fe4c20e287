import { type Language, languages } from '@ecmr/contract'
import { localPath } from '../../forms/local-path.js'
import type { Pages } from '../../panel-server.js'
import { PageProblem } from '../../problems/page-problem.js'
import { dayAtAGlance } from './day-at-a-glance.js'
import { dayPage } from './day-page.js'
import { welcomeTexts } from './texts.js'

const YEAR_S = 365 * 24 * 3_600

export const homePages: Pages = (app, context) => {
  app.get('/', { config: { access: 'public' } }, async (request, reply) => {
    const { language, signedIn } = request.visitor
    if (signedIn === undefined) {
      const t = welcomeTexts[language]
      return reply.page('pages/home/welcome', { title: t.title, styles: ['home.css'], t })
    }
    const day = await dayAtAGlance(context, signedIn)
    return reply.page('pages/home/day', dayPage(day, signedIn, language))
  })

  app.get<{ Params: { language: Language }; Querystring: { siguiente?: string } }>(
    '/idioma/:language',
    { config: { access: 'public' } },
    async ({ params, query }, reply) => {
      if (!languages.includes(params.language)) throw new PageProblem('not_found')
      context.cookies.set(reply, 'language', params.language, YEAR_S)
      return reply.seeOther(localPath(query.siguiente, '/'))
    },
  )
}
