import { currentTracer, type Span } from '@ecmr/runtime'
import type { FastifyRequest, FastifyTypeProvider } from 'fastify'
import type { WebServer } from './server.js'

/** Asked all day by anyone who watches over the process. */
const UNTRACED = new Set(['/livez', '/readyz', '/api/health'])

/**
 * Makes a span of each request, where the process traces (see `openTracing`). Spans have the pattern of the address only, since
 * addresses may contain secrets.
 */
export function traceRequests<Provider extends FastifyTypeProvider>(app: WebServer<Provider>): void {
  const tracer = currentTracer()
  if (tracer === undefined) return
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url
    if (route !== undefined && UNTRACED.has(route)) return done()
    const traceparent = request.headers.traceparent
    const from = typeof traceparent === 'string' ? traceparent : undefined
    spans.set(request, tracer.startRequest(request.id, from, `${request.method} ${route ?? 'unknown'}`))
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { id, method, routeOptions } = request
    const span = spans.get(request)
    span?.set({
      request_id: id,
      'http.request.method': method,
      'http.route': routeOptions.url ?? 'unknown',
      'http.response.status_code': reply.statusCode,
    })
    span?.end(reply.statusCode >= 500 ? new Error('request failed') : undefined)
    done()
  })
}
