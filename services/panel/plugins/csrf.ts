import { createHmac } from 'node:crypto'
import csrf from '@fastify/csrf-protection'
import formbody from '@fastify/formbody'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PanelServer } from '../panel-server.js'
import { PageProblem } from '../problems/page-problem.js'
import type { Cookies } from './cookies.js'

/** The name of the field that every form carries. */
export const TOKEN_FIELD = '_csrf'

/** Between the token and the id of the company for which the form was opened. */
const OPENED_FOR = '~'
/** Instead of a session and a company, of forms for visitors who are not logged in. */
const NO_SESSION = 'visitor'

/** Makes the token that a form must carry, for this browser, this session and the company for which it acts. */
export type FormToken = (request: FastifyRequest, reply: FastifyReply) => string

/** For which company, or its test data, a form was opened, as it says itself; `undefined`: its visitor was not logged in. */
export function openedFor(request: Pick<FastifyRequest, 'body'>): string | undefined {
  return tokenParts(request)[1]
}

/** Whether the browser says that another site has sent a form. */
export function isFromElsewhere({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin'
}

function tokenParts({ body }: Pick<FastifyRequest, 'body'>): readonly string[] {
  const sent: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, TOKEN_FIELD) : undefined
  return typeof sent === 'string' ? sent.split(OPENED_FOR, 2) : []
}

/**
 * Takes forms that this panel made for this visitor, and nothing else: every POST needs a token that belongs to the
 * browser and to the session, and must not come from another site as far as the browser says. A form that was opened for one company
 * is not taken while the session acts for another, nor one that was opened among real data in test mode, nor the other way round.
 * Addresses that say `byLink` ask for none of this.
 */
export function protectForms(app: PanelServer, secretKey: string, cookies: Cookies): FormToken {
  app.removeAllContentTypeParsers()
  app.register(formbody)
  const owner = (request: FastifyRequest): string => {
    const { signedIn } = request.visitor
    if (signedIn === undefined) return NO_SESSION
    const { access, anyCompany } = request.routeOptions.config
    // The token itself proves for which company it was made.
    const company = access === 'public' || anyCompany ? openedFor(request) : signedIn.company.id
    return `${signedIn.sessionId} ${company}`
  }
  app.register(csrf, {
    cookieKey: cookies.name('csrf'),
    cookieOpts: cookies.attributes,
    csrfOpts: {
      userInfo: true,
      hmacKey: createHmac('sha256', secretKey).update('panel forms').digest('hex'),
    },
    getUserInfo: owner,
    logLevel: 'debug',
    getToken: (request) => tokenParts(request)[0],
  })
  app.addHook('preHandler', (request, reply, done) => {
    const { byLink } = request.routeOptions.config
    if (request.method !== 'POST' || request.is404 || byLink) return done()
    if (isFromElsewhere(request)) return done(new PageProblem('form_expired'))
    app.csrfProtection(request, reply, done)
  })
  return (request, reply) => {
    const { signedIn } = request.visitor
    // Of a form whose session has ended the company is kept: its person may log in to another one.
    const company = signedIn?.company.id ?? openedFor(request)
    const token = reply.generateCsrf({ userInfo: signedIn ? `${signedIn.sessionId} ${company}` : NO_SESSION })
    return company === undefined ? token : `${token}${OPENED_FOR}${company}`
  }
}
