import type { ReadableSpan, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace'
import { Counter, type Registry } from 'prom-client'
import { outageReporter } from '../outage-reporter.js'

/** Where losses are logged and counted. */
export interface SendingReport {
  readonly registry: Registry
  readonly log: Parameters<typeof outageReporter>[0]
}

/** Where spans go, with what is lost on the way counted. */
interface ReportedSending {
  readonly exporter: SpanExporter
  /** Passes spans on to a processor while fewer than the most wait to be sent. */
  before(processor: SpanProcessor): SpanProcessor
}

/**
 * Counts what is sent and what is lost, and says in the log when spans are not taken, and when they are again.
 *
 * @param options.mostWaiting so many spans wait to be sent at most; more are lost
 */
export function reportedSending(
  exporter: SpanExporter,
  options: SendingReport & { readonly mostWaiting: number },
): ReportedSending {
  const spans = new Counter({
    name: 'ecmr_trace_spans_total',
    help: 'Spans of traces that this process sent, or lost because the receiver did not take them in time',
    labelNames: ['outcome'],
    registers: [options.registry],
  })
  const say = outageReporter(options.log, {
    begins: 'traces are not taken by OTEL_EXPORTER_OTLP_ENDPOINT; they are lost until it takes them',
    ends: 'traces are taken again',
  })
  let waiting = 0
  return {
    exporter: {
      export(batch: ReadableSpan[], onResult) {
        exporter.export(batch, (result) => {
          waiting -= batch.length
          // 0 is success.
          const isSent = result.code === 0
          spans.inc({ outcome: isSent ? 'sent' : 'lost' }, batch.length)
          say(isSent ? undefined : (result.error ?? new Error('no answer')))
          onResult(result)
        })
      },
      shutdown: () => exporter.shutdown(),
      forceFlush: async () => exporter.forceFlush?.(),
    },
    before: (processor) => ({
      onStart: (span, context) => processor.onStart(span, context),
      onEnd(span) {
        if (waiting >= options.mostWaiting) return spans.inc({ outcome: 'lost' })
        waiting += 1
        processor.onEnd(span)
      },
      shutdown: () => processor.shutdown(),
      forceFlush: () => processor.forceFlush(),
    }),
  }
}
