import { Counter, Histogram, type Registry } from 'prom-client'
import type { McpServer } from '../mcp-server.js'

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/** How a call of a tool ended: with an answer, with a sentence that says why there is none, or by a fault of ours. */
export type ToolOutcome = 'answered' | 'refused' | 'failed'

/** Takes note of a call of a tool that there is; others are not counted, as anybody may make up their names. */
export type ObserveTool = (tool: string, outcome: ToolOutcome, ms: number) => void

/** Measures how long requests take, each by the pattern of its address. */
export function measureRequests(app: McpServer, metrics: Registry | undefined): void {
  if (metrics === undefined) return
  const durations = new Histogram({
    name: 'ecmr_mcp_request_duration_seconds',
    help: 'Time from request to answer',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [metrics],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000)
  })
}

/** Counts and measures what assistants ask for. */
export function toolObserver(metrics: Registry | undefined): ObserveTool {
  if (metrics === undefined) return () => undefined
  const registers = [metrics]
  const calls = new Counter({
    name: 'ecmr_mcp_tool_calls_total',
    help: 'Calls of tools, by how they ended',
    labelNames: ['tool', 'outcome'],
    registers,
  })
  const durations = new Histogram({
    name: 'ecmr_mcp_tool_duration_seconds',
    help: 'Time that a tool took',
    labelNames: ['tool'],
    buckets: BUCKETS,
    registers,
  })
  return (tool, outcome, ms) => {
    calls.inc({ tool, outcome })
    durations.observe({ tool }, ms / 1_000)
  }
}
