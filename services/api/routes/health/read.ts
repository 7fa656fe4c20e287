import { healthView } from '@ecmr/contract'
import { isPrivateCaller } from '@ecmr/web'
import type { Route } from '../../api-server.js'
import { healthChecker } from '../../health/check-health.js'

/** 503 when commands cannot be accepted; a lagging projection alone is no reason. */
export const readHealth: Route = (app, context) => {
  const check = healthChecker(context)
  app.get(
    '/api/health',
    {
      config: { access: 'public', answers: 'anything', rateLimit: false, always: true },
      schema: {
        operationId: 'readHealth',
        tags: ['Service'],
        summary: 'Check the state of the service',
        security: [],
        response: { 200: healthView, 503: healthView },
      },
    },
    async (request, reply) => {
      const { inside, outside } = await check()
      const health = isPrivateCaller(request.raw) ? inside : outside
      reply.header('cache-control', 'no-store')
      return reply.code(health.status === 'unavailable' ? 503 : 200).send(health)
    },
  )
}
