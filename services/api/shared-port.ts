import { createServer, type RequestListener, type Server } from 'node:http'
import type { FastifyServerFactoryHandler, FastifyServerOptions } from 'fastify'

/** A service on the port of the REST interface. */
export interface Mount {
  /** the paths that it answers, with all below them; absent: whatever no mount before it answers */
  readonly paths?: readonly string[]
  readonly answer: RequestListener
}

// Probes are answered by the REST interface, too, and what verifiers of the event log ask for.
const OURS = ['/api', '/livez', '/readyz', '/tlog', '/.well-known/ecmr-log']

/**
 * The server of a REST interface that shares its port: each request goes to the first mount that has its path (see decision 0038).
 */
export function sharedPort(
  mounts: readonly Mount[],
): (handler: FastifyServerFactoryHandler, options: FastifyServerOptions) => Server {
  return (handler, options) => {
    const all = [{ paths: OURS, answer: handler }, ...mounts].map(({ paths = [''], answer }) => ({
      paths: paths.map(segmentsOf),
      answer,
    }))
    const answerTo = (url: string): RequestListener => {
      const path = segmentsOf(url)
      return all.find(({ paths }) => paths.some((each) => isAtOrBelow(each, path)))?.answer ?? handler
    }
    const server = createServer((request, response) => {
      // By far the most; of these nothing has to be decoded.
      const answer = request.url?.startsWith('/api/') ? handler : answerTo(request.url ?? '')
      // Closing waits for every open connection: Fastify closes its own when they are idle, not those of mounts.
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
