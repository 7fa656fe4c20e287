import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { isIPv6 } from 'node:net'
import type { Registry } from 'prom-client'
import { listenFault } from './listen-fault.js'
import { SCRAPED } from './scraped.js'

/** Where figures are shown. */
export interface ServedMetrics {
  /** the port that was taken */
  readonly port: number
  close(): Promise<void>
}

const SETTINGS = { host: 'METRICS_HOST', port: 'METRICS_PORT' }

/**
 * Serves the metrics of a process at `/metrics`, on a port of their own: they are never reachable through the public port,
 * behind whatever proxy.
 *
 * @param port 0: any free port
 * @throws StartFault when it cannot listen there
 */
export async function serveMetrics(options: {
  readonly host: string
  readonly port: number
  readonly registry: Registry
  /** a pino logger fits */
  readonly log: {
    info(fields: object, message: string): void
    warn(fields: object, message: string): void
  }
}): Promise<ServedMetrics> {
  const { host, registry, log } = options
  const server = createServer(SCRAPED, (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405)
    if (request.url?.split('?', 1)[0] !== '/metrics') return refuse(response, 404)
    registry.metrics().then(
      (text) => response.writeHead(200, headers(registry.contentType)).end(text),
      (error: unknown) => {
        log.warn({ err: error }, 'the metrics cannot be shown')
        refuse(response, 500)
      },
    )
  })
  server.listen({ host, port: options.port })
  await once(server, 'listening').catch((error: unknown) => {
    throw listenFault(error, options, SETTINGS)
  })
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : options.port
  log.info({}, `metrics are at http://${isIPv6(host) ? `[${host}]` : host}:${port}/metrics`)
  return {
    port,
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, headers('text/plain; charset=utf-8')).end(`${status}\n`)
}

function headers(type: string): Record<string, string> {
  return { 'content-type': type, 'cache-control': 'no-store' }
}
