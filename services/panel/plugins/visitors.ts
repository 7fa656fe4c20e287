import { findSession } from '@ecmr/accounts'
import { type Language, languages } from '@ecmr/http-contract'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import Negotiator from 'negotiator'
import type { Pool } from 'pg'
import type { PanelServer } from '../panel-server.js'
import { PageProblem } from '../problems/page-problem.js'
import type { Cookies } from './cookies.js'

/** Finds out who asks, in which language, and whether he may. Every address has to say who may. */
export function knowVisitors(app: PanelServer, { pool }: { readonly pool: Pool }, cookies: Cookies): void {
  app.decorateRequest('visitor')
  const addresses: RouteOptions[] = []
  app.addHook('onRoute', (route) => void addresses.push(route))
  app.addHook('onReady', async () => {
    const unsaid = addresses.filter(({ config }) => config?.access === undefined).map(({ url }) => url)
    if (unsaid.length > 0) throw new Error(`these addresses do not say who may open them: ${unsaid}`)
  })
  // Before everything that may answer: errors are pages in the visitor's language too.
  app.addHook('onRequest', async (request) => {
    request.visitor = { language: languageOf(request, cookies), signedIn: undefined }
  })
  app.addHook('preValidation', async (request, reply) => {
    const { access, always } = request.routeOptions.config
    // Files and probes are the same for everybody, also while the database is away.
    const token = access === undefined || always ? undefined : cookies.read(request, 'session')
    const found = token === undefined ? undefined : await findSession(pool, token)
    request.visitor = {
      language: languageOf(request, cookies, found?.user.language),
      signedIn: found,
    }
    if (access === undefined || access === 'public') return
    if (found === undefined) return sendToLogin(request, reply)
    if (access === 'owner' && found.user.role !== 'owner') throw new PageProblem('owners_only')
  })
}

/** The language that was chosen, else that of the account, else the browser's; Spanish unless English is preferred. */
function languageOf(request: FastifyRequest, cookies: Cookies, ofAccount?: Language): Language {
  const chosen = languages.find((language) => language === cookies.read(request, 'language'))
  if (chosen ?? ofAccount) return chosen ?? ofAccount ?? 'es'
  if (request.headers['accept-language'] === undefined) return 'es'
  return new Negotiator(request.raw).language([...languages]) === 'en' ? 'en' : 'es'
}

/** Back to the page afterwards; what was sent is not sent again. */
function sendToLogin(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const wanted = request.method === 'GET' ? `?siguiente=${encodeURIComponent(request.url)}` : ''
  return reply.redirect(`/entrar${wanted}`, 303)
}
