import type { FastifyTypeProvider } from 'fastify'
import type { WebDependencies, WebServer } from './server.js'

/**
 * Says once when requests come by a proxy that is not configured: all visitors have its address then.
 *
 * @param consequence of that, in words that follow a colon
 */
export function missNamedProxy<Provider extends FastifyTypeProvider>(
  app: WebServer<Provider>,
  trustProxy: WebDependencies['trustProxy'],
  consequence: string,
): void {
  if (trustProxy) return
  let isSaid = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isSaid && request.headers['x-forwarded-for'] !== undefined) {
      isSaid = true
      app.log.warn(`A request has come by a proxy, and TRUST_PROXY names none: ${consequence}.`)
    }
    done()
  })
}
