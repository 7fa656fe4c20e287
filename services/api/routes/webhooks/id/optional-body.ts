import type { FastifyRequest } from 'fastify'

/** For a body without required members: a request that has none says as much as one with `{}`. */
export async function bodyMayBeMissing(request: FastifyRequest): Promise<void> {
  if (request.body === undefined) request.body = {}
}
