import { Histogram, type Registry } from 'prom-client'
import type { PanelServer } from '../panel-server.js'

/** Measures how long pages take, each by the pattern of its address: no id, no number, no link of anybody's. */
export function measurePages(app: PanelServer, metrics: Registry | undefined): void {
  if (metrics === undefined) return
  const durations = new Histogram({
    name: 'ecmr_panel_request_duration_seconds',
    help: 'Time from request to page',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [metrics],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000)
  })
}
