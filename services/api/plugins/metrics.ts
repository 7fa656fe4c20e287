import { Histogram, type Registry } from 'prom-client'
import type { ApiServer } from '../api-server.js'

/** Measures how long requests take. */
export function measureRequests(app: ApiServer, metrics: Registry | undefined): void {
  if (metrics === undefined) return
  const durations = new Histogram({
    name: 'ecmr_http_request_duration_seconds',
    help: 'Time from request to answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [metrics],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000)
    done()
  })
}
