import { createServer, type RequestListener, type Server } from 'node:http'
import type { FastifyServerFactoryHandler, FastifyServerOptions } from 'fastify'

// The questions of orchestrators, too, are answered by the REST interface.
const OURS = ['api', 'livez', 'readyz', 'metrics']

/** Makes the server of an interface that shares its port with somebody who answers everything else. */
export function sharedPort(
  beside: RequestListener,
): (handler: FastifyServerFactoryHandler, options: FastifyServerOptions) => Server {
  return (handler, options) => {
    const server = createServer((request, response) => {
      if (OURS.includes(firstSegment(request.url ?? ''))) return handler(request, response)
      // Closing waits for every connection that is open; ours are told to hang up, those of others are not.
      response.once('finish', () => server.listening || request.socket.end())
      beside(request, response)
    })
    // Fastify sets them on a server that it has made itself, and on no other.
    server.keepAliveTimeout = options.keepAliveTimeout ?? server.keepAliveTimeout
    server.requestTimeout = options.requestTimeout ?? server.requestTimeout
    return server
  }
}

/** Of a path, or of the whole address that a proxy may send (RFC 9112, section 3.2.2), as routers read it. */
function firstSegment(url: string): string {
  const [, segment = ''] = /^(?:https?:\/\/[^/?#]*)?\/([^/?#]*)/i.exec(url) ?? []
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
