import { createHmac } from 'node:crypto'
import csrf from '@fastify/csrf-protection'
import formbody from '@fastify/formbody'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PanelServer } from '../panel-server.js'
import { PageProblem } from '../problems/page-problem.js'
import type { Cookies } from './cookies.js'
import { isInTestMode } from './test-mode.js'

/** The name of the field that every form carries. */
export const TOKEN_FIELD = '_csrf'

/** Makes the token that a form must carry, for this browser and this session. */
export type FormToken = (request: FastifyRequest, reply: FastifyReply) => string

/**
 * Takes forms that this panel made for this visitor, and nothing else: every POST needs a token that belongs to the
 * browser and to the session, and must not come from another site as far as the browser says. A form that was opened among real
 * data is not taken in test mode, nor the other way round. Addresses that say `byLink` ask for none of this.
 */
export function protectForms(app: PanelServer, secretKey: string, cookies: Cookies): FormToken {
  app.removeAllContentTypeParsers()
  app.register(formbody)
  const owner = ({ visitor: { signedIn } }: FastifyRequest): string =>
    `${signedIn?.sessionId ?? 'nobody'}${isInTestMode(signedIn) ? ' test' : ''}`
  app.register(csrf, {
    cookieKey: cookies.name('csrf'),
    cookieOpts: cookies.attributes,
    csrfOpts: {
      userInfo: true,
      hmacKey: createHmac('sha256', secretKey).update('panel forms').digest('hex'),
    },
    getUserInfo: owner,
    logLevel: 'debug',
    getToken: ({ body }) => {
      const token = typeof body === 'object' && body !== null ? Reflect.get(body, TOKEN_FIELD) : undefined
      return typeof token === 'string' ? token : undefined
    },
  })
  app.addHook('preHandler', (request, reply, done) => {
    const { byLink } = request.routeOptions.config
    if (request.method !== 'POST' || request.is404 || byLink) return done()
    const site = request.headers['sec-fetch-site']
    if (site !== undefined && site !== 'same-origin') return done(new PageProblem('form_expired'))
    app.csrfProtection(request, reply, done)
  })
  return (request, reply) => reply.generateCsrf({ userInfo: owner(request) })
}
