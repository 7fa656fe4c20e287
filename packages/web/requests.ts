import type { FastifyReply, FastifyTypeProvider } from 'fastify'
import { Histogram } from 'prom-client'
import type { WebDependencies, WebServer } from './server.js'

/** The histograms of request durations, one for each service. */
const HISTOGRAMS = {
  api: ['ecmr_http_request_duration_seconds', 'Time from request to answer'],
  panel: ['ecmr_panel_request_duration_seconds', 'Time from request to page'],
  documents: ['ecmr_documents_request_duration_seconds', 'Time from request to answer'],
  mcp: ['ecmr_mcp_request_duration_seconds', 'Time from request to answer'],
} as const

/** The buckets of all our durations of requests and tools, seconds. */
export const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/**
 * Logs each request at level debug, measures it, and closes idle connections while the process stops. Logs and metrics have the
 * pattern of the address only, since addresses may contain secrets.
 */
export function observeRequests<Provider extends FastifyTypeProvider>(
  app: WebServer<Provider>,
  service: keyof typeof HISTOGRAMS,
  { metrics, shutdownSignal }: Pick<WebDependencies, 'metrics' | 'shutdownSignal'>,
): void {
  closeConnectionsOnShutdown(app, shutdownSignal)
  if (app.log.level === 'debug' || app.log.level === 'trace') logRequests(app)
  if (metrics === undefined) return
  const [name, help] = HISTOGRAMS[service]
  const durations = new Histogram({
    name,
    help,
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    registers: [metrics],
  })
  app.addHook('onResponse', (request, reply, done) => {
    // How long a stream was open says nothing about how fast answers are.
    const type = request.method === 'GET' ? `${reply.getHeader('content-type')}` : ''
    if (type.startsWith('text/event-stream')) return done()
    const route = request.routeOptions.url ?? 'unknown'
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000)
    done()
  })
}

/** Tells clients to close their connection with each answer, so that the server need not wait for idle ones. */
function closeConnectionsOnShutdown<Provider extends FastifyTypeProvider>(
  app: WebServer<Provider>,
  shutdownSignal: AbortSignal | undefined,
): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing || shutdownSignal?.aborted) reply.header('connection', 'close')
    done(null, payload)
  })
}

function logRequests<Provider extends FastifyTypeProvider>(app: WebServer<Provider>): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { id, method, routeOptions } = request
    const status = reply.statusCode
    const fields = { request_id: id, method, route: routeOptions.url, status, ms: reply.elapsedTime }
    request.log.debug(fields, 'answered')
    done()
  })
}

/** Aborts when the client disconnects before its answer. (`request.signal` aborts as soon as the body is read.) */
export function disconnectSignal({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const gone = new AbortController()
  if (raw.closed) gone.abort()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort()
  })
  return gone.signal
}
