import helmet from '@fastify/helmet'
import type { McpServer } from '../mcp-server.js'

/**
 * Headers that keep browsers from doing anything with our answers but show them. Once this is done whatever comes later may refuse
 * a request: they are on every answer.
 */
export async function sendSecurityHeaders(app: McpServer, siteUrl: string): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"], 'base-uri': ["'none'"] },
    },
    strictTransportSecurity: siteUrl.startsWith('https:') && { maxAge: 31_536_000 },
    referrerPolicy: { policy: 'no-referrer' },
    // These mean something for pages with scripts or for browsers long gone, and would cost every answer.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
}
