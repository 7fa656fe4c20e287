import type { McpDependencies } from '../dependencies.js'
import type { McpServer } from '../mcp-server.js'
import { Refusal } from '../refusal.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** answered while the tables are not there as well */
    always?: true
  }
}

/** Refuses requests until the tables are there. */
export function refuseUntilPrepared(app: McpServer, tables: McpDependencies['tables']): void {
  if (tables === undefined) return
  app.addHook('onRequest', async (request) => {
    if (tables.problem() === undefined || request.routeOptions.config.always) return
    const sentence = 'The service is waiting for its database; try again in a moment.'
    throw new Refusal(503, sentence, { headers: { 'retry-after': '1' } })
  })
}
