import type { FastifyTypeProvider } from 'fastify'
import type { WebDependencies, WebServer } from './server.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** answered while the tables do not exist, too */
    always?: true
  }
}

/** Rejects every request until the tables exist. */
export function refuseUntilReady<Provider extends FastifyTypeProvider>(
  app: WebServer<Provider>,
  tables: WebDependencies['tables'],
  refusal: () => Error,
): void {
  if (tables === undefined) return
  app.addHook('onRequest', (request, _reply, done) => {
    if (tables.problem() === undefined || request.routeOptions.config.always) done()
    else done(refusal())
  })
}
