import type { FastifyRequest } from 'fastify'
import type { ApiServer } from '../api-server.js'

/**
 * Lets requests to routes with an optional body come without one, which says as much as `{}`.
 *
 * @returns the operations that have one, once the routes are there
 */
export function takeMissingBodies(app: ApiServer): ReadonlySet<string> {
  const operations = new Set<string>()
  app.addHook('onRoute', (route) => {
    if (route.config?.body !== 'optional') return
    route.preValidation = [bodyMayBeMissing, ...[route.preValidation ?? []].flat()]
    if (route.schema?.operationId !== undefined) operations.add(route.schema.operationId)
  })
  return operations
}

async function bodyMayBeMissing(request: FastifyRequest): Promise<void> {
  if (request.body === undefined) request.body = {}
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `optional`: it has no required members, and may be missing */
    body?: 'optional'
  }
}
