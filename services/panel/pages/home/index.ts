import { type Language, languages } from '@ecmr/http-contract'
import { localPath } from '../../forms/local-path.js'
import type { Pages } from '../../panel-server.js'
import { PageProblem } from '../../problems/page-problem.js'

const YEAR_S = 365 * 24 * 3_600

export const homePages: Pages = (app, { cookies }) => {
  app.get('/', { config: { access: 'public' } }, async (_request, reply) =>
    reply.page('pages/home/welcome', { title: 'eCMR', section: 'home' }),
  )

  app.get<{ Params: { language: Language }; Querystring: { siguiente?: string } }>(
    '/idioma/:language',
    { config: { access: 'public' } },
    async ({ params, query }, reply) => {
      if (!languages.includes(params.language)) throw new PageProblem('not_found')
      cookies.set(reply, 'language', params.language, YEAR_S)
      return reply.seeOther(localPath(query.siguiente, '/'))
    },
  )
}
