import { createServer, type RequestListener, type Server } from 'node:http'
import type { FastifyServerFactoryHandler, FastifyServerOptions } from 'fastify'

/** Where idle connections are closed: Fastify's own default, which it does not set on a server that it did not make. */
const KEEP_ALIVE_MS = 72_000

// What starts with one of these is the REST interface's, and so are the questions of orchestrators.
const OURS = /^\/(api|livez|readyz|metrics)(?=[/?#]|$)/

/** Makes the server of an interface that shares its port with somebody who answers everything else. */
export function sharedPort(
  beside: RequestListener,
): (handler: FastifyServerFactoryHandler, options: FastifyServerOptions) => Server {
  return (handler, { requestTimeout }) => {
    const server = createServer((request, response) =>
      OURS.test(request.url ?? '') ? handler(request, response) : beside(request, response),
    )
    server.keepAliveTimeout = KEEP_ALIVE_MS
    server.requestTimeout = requestTimeout ?? 0
    return server
  }
}
