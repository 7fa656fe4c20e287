import type { Registry } from 'prom-client'
import type { TracingTarget } from '../config/config.js'
import { traceWith } from './tracing.js'

interface TracingOptions {
  /** name of the service */
  readonly name: string
  readonly registry: Registry
  readonly log: {
    info(fields: object, message: string): void
    warn(fields: object, message: string): void
  }
}

/**
 * Traces from now on, where that is configured. What it takes is loaded then and not otherwise.
 *
 * @returns how to end it
 */
export async function openTracing(
  target: TracingTarget | undefined,
  options: TracingOptions,
): Promise<() => Promise<void>> {
  if (target === undefined) return async () => undefined
  const { otlpTracer } = await import('./otlp-tracer.js')
  const tracer = otlpTracer(target, options)
  traceWith(tracer)
  return async () => {
    traceWith(undefined)
    await tracer.close()
  }
}
