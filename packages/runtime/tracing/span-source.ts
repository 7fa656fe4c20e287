import { type Context, ROOT_CONTEXT, type Span, type SpanOptions } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { TracingTarget } from '../config/config.js'
import { VERSION } from '../version.js'
import { reportedSending, type SendingReport } from './reported-sending.js'

/** So many spans wait to be sent; more are lost. Some 1 KB each. */
const MOST_WAITING = 8_192
const BATCH = 512
const SEND_EVERY_MS = 1_000
/** A receiver that hangs holds up nothing but what is sent to it. */
const LONGEST_SEND_MS = 5_000

/** Spans of OpenTelemetry's SDK that are sent when they end. A span that was begun is wanted. */
export interface SpanSource {
  newTraceId(): string
  /** Begins the first span of a trace. */
  startRoot(traceId: string, name: string, options: SpanOptions): Span
  startBelow(parent: Context, name: string, options: SpanOptions): Span
  /** Sends what is waiting. */
  shutdown(): Promise<void>
}

/** Opens a source of spans that go to a receiver by OTLP over HTTP, as JSON. */
export function openSpanSource(
  { url, headers }: TracingTarget,
  { name, ...report }: SendingReport & { readonly name: string },
): SpanSource {
  const random = new RandomIdGenerator()
  // Whether a trace is recorded is decided by its id, before its first span begins.
  let rootId: string | undefined
  const exporter = new OTLPTraceExporter({
    url,
    headers,
    timeoutMillis: LONGEST_SEND_MS,
    concurrencyLimit: 2,
  })
  const sending = reportedSending(exporter, { ...report, mostWaiting: MOST_WAITING })
  const processor = new BatchSpanProcessor({
    exporter: sending.exporter,
    maxQueueSize: MOST_WAITING,
    maxExportBatchSize: BATCH,
    scheduledDelayMillis: SEND_EVERY_MS,
    exportTimeoutMillis: LONGEST_SEND_MS,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': `ecmr-${name}`, 'service.version': VERSION }),
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    idGenerator: {
      generateTraceId: () => rootId ?? random.generateTraceId(),
      generateSpanId: () => random.generateSpanId(),
    },
    spanProcessors: [sending.before(processor)],
  })
  const tracer = provider.getTracer('ecmr', VERSION)
  return {
    newTraceId: () => random.generateTraceId(),
    startRoot(traceId, spanName, options) {
      rootId = traceId
      const span = tracer.startSpan(spanName, options, ROOT_CONTEXT)
      rootId = undefined
      return span
    },
    startBelow: (parent, spanName, options) => tracer.startSpan(spanName, options, parent),
    shutdown: () => provider.shutdown(),
  }
}
