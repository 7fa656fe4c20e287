import { createServer, type RequestListener, type Server } from 'node:http'
import type { FastifyServerFactoryHandler, FastifyServerOptions } from 'fastify'

/** Somebody who answers on the port of the REST interface, too. */
export interface Neighbour {
  /** that are his, with all that is below them; absent: whatever nobody before him takes */
  readonly paths?: readonly string[]
  readonly answer: RequestListener
}

// The questions of orchestrators, too, are answered by the REST interface.
const OURS = ['/api', '/livez', '/readyz']

/** Makes the server of an interface that shares its port: each request goes to the first who takes its path. */
export function sharedPort(
  beside: readonly Neighbour[],
): (handler: FastifyServerFactoryHandler, options: FastifyServerOptions) => Server {
  return (handler, options) => {
    const takers = [{ paths: OURS, answer: handler }, ...beside].map(({ paths = [''], answer }) => ({
      paths: paths.map(segmentsOf),
      answer,
    }))
    const server = createServer((request, response) => {
      const path = segmentsOf(request.url ?? '')
      const taker = takers.find(({ paths }) => paths.some((each) => isAtOrBelow(each, path)))
      const answer = taker?.answer ?? handler
      // Closing waits for every connection that is open; ours are told to hang up, those of others are not.
      if (answer !== handler) response.once('finish', () => server.listening || request.socket.end())
      answer(request, response)
    })
    // Fastify sets them on a server that it has made itself, and on no other.
    server.keepAliveTimeout = options.keepAliveTimeout ?? server.keepAliveTimeout
    server.requestTimeout = options.requestTimeout ?? server.requestTimeout
    return server
  }
}

/** Of a path, or of the whole address that a proxy may send (RFC 9112, section 3.2.2), as routers read it. */
function segmentsOf(url: string): readonly string[] {
  const [, path] = /^(?:https?:\/\/[^/?#]*)?\/([^?#]*)/i.exec(url) ?? []
  return path ? path.split('/').map(decoded) : []
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function isAtOrBelow(base: readonly string[], path: readonly string[]): boolean {
  return base.every((segment, place) => path[place] === segment)
}
