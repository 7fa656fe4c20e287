import { DURATION_BUCKETS } from '@ecmr/web'
import { Counter, Histogram, type Registry } from 'prom-client'

/** How a call of a tool ended: with an answer, with a sentence that says why there is none, or by a bug in our code. */
export type ToolOutcome = 'answered' | 'refused' | 'failed'

/** Observes a call of a known tool; others are not counted, since clients can make up their names. */
export type ObserveTool = (tool: string, outcome: ToolOutcome, ms: number) => void

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
    buckets: DURATION_BUCKETS,
    registers,
  })
  return (tool, outcome, ms) => {
    calls.inc({ tool, outcome })
    durations.observe({ tool }, ms / 1_000)
  }
}
