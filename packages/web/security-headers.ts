import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyTypeProvider } from 'fastify'
import helmet from 'helmet'
import type { WebServer } from './server.js'

/** For answers that browsers must not do anything with but show. */
const FOR_DATA = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"], 'base-uri': ["'none'"] },
  },
  referrerPolicy: { policy: 'no-referrer' },
  // These concern pages with scripts, or browsers long gone, and would cost every answer.
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const

/** Sends security headers with every answer of a service whose answers are data. */
export function sendSecurityHeaders<Provider extends FastifyTypeProvider>(
  app: WebServer<Provider>,
  siteUrl: string,
): void {
  const headers = headersForData(siteUrl)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/** They are the same for each answer, so that Helmet is asked once. */
function headersForData(siteUrl: string): OutgoingHttpHeaders {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  helmet({ ...FOR_DATA, ...strictTransport(siteUrl) })(request, response, () => undefined)
  return response.getHeaders()
}

/** The option of helmet for sites on https. */
export function strictTransport(siteUrl: string) {
  return { strictTransportSecurity: siteUrl.startsWith('https:') && { maxAge: 31_536_000 } }
}
