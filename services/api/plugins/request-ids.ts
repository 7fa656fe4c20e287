import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { ApiServer } from '../api-server.js'

const ACCEPTABLE = /^[\w.:-]{1,128}$/

/** The client's own X-Request-Id when it is a sensible one, else a new one. */
export function requestIdFor(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && ACCEPTABLE.test(given) ? given : randomUUID()
}

/** Says in every answer under which id the request is known. */
export function answerWithRequestIds(app: ApiServer): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
}
