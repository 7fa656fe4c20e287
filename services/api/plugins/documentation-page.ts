import swaggerUi from '@fastify/swagger-ui'
import type { ApiServer } from '../api-server.js'

/** The interactive page at /api/docs. Everything it loads comes from our own origin. */
export function serveDocumentationPage(app: ApiServer, siteUrl: string): void {
  app.register((page, _options, done) => {
    page.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public', answers: 'anything', rateLimit: false }
    })
    page.register(swaggerUi, {
      routePrefix: '/api/docs',
      theme: { title: 'eCMR Integration Service' },
      uiConfig: { docExpansion: 'list', persistAuthorization: false },
      staticCSP: {
        'default-src': "'none'",
        'script-src': "'self'",
        // The page sets style attributes while it draws; those run nothing.
        'style-src': "'self' 'unsafe-inline'",
        'img-src': "'self' data:",
        'connect-src': `'self' ${siteUrl}`,
        'base-uri': "'none'",
        'form-action': "'none'",
        'frame-ancestors': "'none'",
      },
    })
    done()
  })
}
