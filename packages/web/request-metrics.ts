import type { FastifyReply } from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'

/** Buckets of a machine's answers and of tools, seconds. */
export const DURATION_BUCKETS = [0.005, 0.025, 0.1, 0.25, 1, 2.5]
/** Pages are many, and looked at by people. */
const PAGE_BUCKETS = [0.1, 0.5, 2.5]

/** How the metrics of each service begin. */
const SERVICES = {
  api: { prefix: 'ecmr_http', buckets: DURATION_BUCKETS },
  panel: { prefix: 'ecmr_panel', buckets: PAGE_BUCKETS },
  documents: { prefix: 'ecmr_documents', buckets: DURATION_BUCKETS },
  mcp: { prefix: 'ecmr_mcp', buckets: DURATION_BUCKETS },
} as const

/** A service that answers over HTTP. */
export type HttpService = keyof typeof SERVICES

/**
 * Counts and measures answered requests. Routes and statuses are never in one series: that would be thousands in a process
 * whose every page was once looked at.
 */
export function requestMetrics(registry: Registry, service: HttpService): (reply: FastifyReply) => void {
  const { prefix, buckets } = SERVICES[service]
  const registers = [registry]
  const labelNames = ['method', 'route'] as const
  const durations = new Histogram({
    name: `${prefix}_request_duration_seconds`,
    help: 'Time from request to answer',
    ...{ labelNames, buckets: [...buckets], registers },
  })
  const answers = new Counter({
    name: `${prefix}_requests_total`,
    help: 'Requests, by the status of their answers',
    ...{ labelNames: ['status'] as const, registers },
  })
  const faults = new Counter({
    name: `${prefix}_request_faults_total`,
    help: 'Requests that were answered with a fault of the service (5xx), by where they went',
    ...{ labelNames, registers },
  })
  return ({ request, elapsedTime, statusCode }) => {
    const { url } = request.routeOptions
    const method = request.method === 'HEAD' ? 'GET' : request.method
    // Callers may make up methods as well as addresses.
    const asked = url === undefined ? { method: 'any', route: 'unknown' } : { method, route: url }
    durations.observe(asked, elapsedTime / 1_000)
    answers.inc({ status: statusCode })
    if (statusCode >= 500) faults.inc(asked)
  }
}
