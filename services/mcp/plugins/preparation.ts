import type { McpDependencies } from '../dependencies.js'
import type { McpServer } from '../mcp-server.js'
import { waitingForDatabase } from '../refusal.js'

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
    throw waitingForDatabase()
  })
}
