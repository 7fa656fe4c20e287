import type { FastifyReply, FastifyTypeProvider } from 'fastify'
import { type HttpService, requestMetrics } from './request-metrics.js'
import type { WebDependencies, WebServer } from './server.js'
import { traceRequests } from './trace-requests.js'

/**
 * Logs each request at level debug, measures it, traces it where the process traces, and closes idle connections while the process stops. Logs and metrics have the
 * pattern of the address only, since addresses may contain secrets.
 */
export function observeRequests<Provider extends FastifyTypeProvider>(
  app: WebServer<Provider>,
  service: HttpService,
  { metrics, shutdownSignal }: Pick<WebDependencies, 'metrics' | 'shutdownSignal'>,
): void {
  closeConnectionsOnShutdown(app, shutdownSignal)
  if (app.log.level === 'debug' || app.log.level === 'trace') logRequests(app)
  // After that: its line is told with the trace of the request, which ends here.
  traceRequests(app)
  if (metrics === undefined) return
  const count = requestMetrics(metrics, service)
  app.addHook('onResponse', (request, reply, done) => {
    // How long a stream was open says nothing about how fast answers are.
    const type = request.method === 'GET' ? `${reply.getHeader('content-type')}` : ''
    if (type.startsWith('text/event-stream')) return done()
    count(reply)
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
