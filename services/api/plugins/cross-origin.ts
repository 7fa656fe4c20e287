import type { ApiServer } from '../api-server.js'

const EXPOSED = [
  'X-Request-Id',
  'Retry-After',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'X-Projection-Lag',
]

/**
 * Lets pages of any origin read the answers of routes with `crossOrigin`, refusals too: they are public and the same for
 * everyone. No other route says anything to other origins, so browsers keep its answers from them.
 */
export function openToOtherOrigins(app: ApiServer): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.crossOrigin)
      reply.headers({
        'access-control-allow-origin': '*',
        'access-control-expose-headers': EXPOSED.join(', '),
        'cross-origin-resource-policy': 'cross-origin',
      })
    done()
  })
}

/** Answers what browsers ask before a request that is not plain, for a route with `crossOrigin`. */
export function answerPreflights(app: ApiServer, url: string): void {
  app.options(
    url,
    {
      config: { access: 'public', crossOrigin: true, rateLimit: false, answers: 'anything' },
      schema: { hide: true },
    },
    async (_request, reply) =>
      reply
        .code(204)
        .headers({
          'access-control-allow-methods': 'GET, HEAD',
          'access-control-allow-headers': 'X-Request-Id',
          'access-control-max-age': '86400',
        })
        .send(),
  )
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** pages of any origin may read the answers */
    crossOrigin?: true
  }
}
