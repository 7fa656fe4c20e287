import { readFileSync } from 'node:fs'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiServer } from '../api-server.js'
import { docsPage } from '../documentation/docs-page.js'

const PATH = '/api/docs'
/** The page loads the first, which loads the other. */
const SCRIPTS = ['docs.js', 'docs-accessibility.js']
const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

/**
 * The interactive page at /api/docs: Swagger UI within a page of ours, in our colours. Everything it loads comes from our own origin.
 * See decision 0090.
 */
export function serveDocumentationPage(app: ApiServer, siteUrl: string): void {
  app.register((page, _options, done) => {
    page.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public', answers: 'anything', rateLimit: false }
    })
    page.register(swaggerUi, {
      routePrefix: PATH,
      theme: {
        css: [{ filename: 'docs.css', content: read('../../documentation/docs.css') }],
        js: SCRIPTS.map((filename) => ({ filename, content: read(`../browser/${filename}`) })),
        favicon: [
          {
            filename: 'icon.svg',
            content: Buffer.from(read('../../documentation/icon.svg')),
            rel: 'icon',
            type: 'image/svg+xml',
            sizes: 'any',
          },
        ],
      },
      uiHooks: { preHandler: answerWithOurPage },
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

  /** The library’s own page has no room for a frame, so ours is sent in its place. */
  function answerWithOurPage(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    const { url = '' } = request.routeOptions
    if (url === PATH || url === `${PATH}/`) {
      reply.type('text/html; charset=utf-8').header('vary', 'Cookie')
      void reply.send(docsPage(siteUrl, request.headers.cookie))
    } else done()
  }
}
