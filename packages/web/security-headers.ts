import helmet from '@fastify/helmet'
import type { FastifyTypeProvider } from 'fastify'
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
  app.register(helmet, { ...FOR_DATA, ...strictTransport(siteUrl) })
}

/** The option of helmet for sites on https. */
export function strictTransport(siteUrl: string) {
  return { strictTransportSecurity: siteUrl.startsWith('https:') && { maxAge: 31_536_000 } }
}
