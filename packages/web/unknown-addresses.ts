import type { FastifyTypeProvider } from 'fastify'
import type { WebServer } from './server.js'

/**
 * Answers requests that no route takes: 405 with Allow (204 to OPTIONS) where other methods exist at the address, else 404.
 *
 * @param refuse makes the errors that the service's error handler answers
 */
export function answerUnknownAddresses<Provider extends FastifyTypeProvider>(
  app: WebServer<Provider>,
  refuse: {
    notFound(path: string): Error
    /** @param allow the value of the header Allow */
    methodNotAllowed(allow: string): Error
  },
): void {
  app.setNotFoundHandler((request, reply) => {
    const url = request.url.split('?', 1)[0] ?? ''
    const known = app.supportedMethods.filter((method) => {
      // The types do not say that the result may be null.
      const route: unknown = app.findRoute({ method, url })
      return route !== null
    })
    // A route for this method itself ends here when it has no file to serve.
    if (known.length === 0 || known.includes(request.method)) throw refuse.notFound(url)
    const allow = [...new Set([...known, 'OPTIONS'])].sort().join(', ')
    if (request.method !== 'OPTIONS') throw refuse.methodNotAllowed(allow)
    return reply.code(204).header('allow', allow).send()
  })
}
