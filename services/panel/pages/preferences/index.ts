import { documentLanguages } from '@ecmr/domain'
import { localPath } from '../../forms/local-path.js'
import { access, type Pages } from '../../panel-server.js'
import { themes } from '../../plugins/themes.js'
import { PageProblem } from '../../problems/page-problem.js'

const YEAR_S = 365 * 24 * 3_600

/** What a visitor chooses for this browser, by links, which lead back to the page that they stand on. */
export const preferencePages: Pages = (app, { cookies }) => {
  app.get<{ Params: { language: string }; Querystring: { siguiente?: string } }>(
    '/idioma/:language',
    access.public,
    async ({ params, query }, reply) => {
      const language = documentLanguages.find((known) => known === params.language)
      if (language === undefined) throw new PageProblem('not_found')
      cookies.set(reply, 'language', language, YEAR_S)
      return reply.seeOther(localPath(query.siguiente, '/'))
    },
  )

  app.get<{ Params: { theme: string }; Querystring: { siguiente?: string } }>(
    '/tema/:theme',
    access.public,
    async ({ params, query }, reply) => {
      const theme = themes.find((known) => known === params.theme)
      if (theme === undefined) throw new PageProblem('not_found')
      cookies.set(reply, 'theme', theme, YEAR_S)
      return reply.seeOther(localPath(query.siguiente, '/'))
    },
  )
}
