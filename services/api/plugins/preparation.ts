import type { ApiServer } from '../api-server.js'
import type { ApiDependencies } from '../dependencies.js'
import { Problem } from '../problems/problem.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** answered while the tables are not there as well */
    always?: true
  }
}

/** Refuses every request until the tables are there. */
export function refuseUntilPrepared(app: ApiServer, tables: ApiDependencies['tables']): void {
  if (tables === undefined) return
  app.addHook('onRequest', (request, _reply, done) => {
    if (tables.problem() === undefined || request.routeOptions.config.always) return done()
    const detail = 'The service is waiting for its database. Nothing was recorded; try again in a moment.'
    done(new Problem('unavailable', detail, { headers: { 'retry-after': '1' } }))
  })
}
