import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  SpanKind as OtelKind,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { SamplingDecision, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace'
import { withTimeout } from '../abort.js'
import type { TracingTarget } from '../config/config.js'
import type { SendingReport } from './reported-sending.js'
import { openSpanSource } from './span-source.js'
import { readTraceparent, type SpanReference, writeTraceparent } from './traceparent.js'
import type { Span, SpanKind, SpanOptions, Tracer } from './tracing.js'

const LONGEST_CLOSE_MS = 1_000

const KINDS: Readonly<Record<SpanKind, OtelKind>> = {
  internal: OtelKind.INTERNAL,
  server: OtelKind.SERVER,
  client: OtelKind.CLIENT,
  producer: OtelKind.PRODUCER,
  consumer: OtelKind.CONSUMER,
}

/** A part of a trace: of what is not recorded only the trace is known. */
interface Part {
  readonly traceId: string
  readonly traceparent: string | undefined
  readonly recorded: OtelSpan | undefined
}

/**
 * Records spans with OpenTelemetry's SDK and sends them by OTLP over HTTP, as JSON. Nothing waits for the receiver: what it does
 * not take is counted and lost.
 *
 * Of requests a share is recorded, by their trace id, so that all processes agree; what follows from a recorded request is recorded.
 */
export function otlpTracer(
  target: TracingTarget,
  options: SendingReport & { readonly name: string },
): Tracer {
  const source = openSpanSource(target, options)
  const sampler = new TraceIdRatioBasedSampler(target.share)
  const parts = new AsyncLocalStorage<Part>()
  const partOf = new WeakMap<Span, Part>()

  const isChosen = (traceId: string): boolean =>
    sampler.shouldSample(ROOT_CONTEXT, traceId).decision === SamplingDecision.RECORD_AND_SAMPLED

  function begun(recorded: OtelSpan): Span {
    const { traceId, spanId } = recorded.spanContext()
    const span = spanOf(recorded, writeTraceparent({ traceId, spanId }))
    partOf.set(span, { traceId, traceparent: span.traceparent, recorded })
    return span
  }

  const below = (parent: Context, name: string, how: SpanOptions): Span =>
    begun(source.startBelow(parent, name, asOtel(how)))

  return {
    startInside(name, how) {
      const recorded = parts.getStore()?.recorded
      return recorded ? below(trace.setSpan(ROOT_CONTEXT, recorded), name, how) : unrecorded()
    },
    startAfter(traceparent, name, how) {
      const from = readTraceparent(traceparent)
      return from?.isRecorded ? below(contextOf(from), name, how) : undefined
    },
    startRequest(traceparent, name) {
      const from = traceparent === undefined ? undefined : readTraceparent(traceparent)
      const traceId = from?.traceId ?? source.newTraceId()
      if (!isChosen(traceId)) {
        const span = unrecorded()
        partOf.set(span, { traceId, traceparent: undefined, recorded: undefined })
        return span
      }
      if (from) return below(contextOf(from), name, { kind: 'server' })
      return begun(source.startRoot(traceId, name, { kind: OtelKind.SERVER }))
    },
    within(span, work) {
      const part = partOf.get(span)
      return part ? parts.run(part, work) : work()
    },
    current: () => parts.getStore(),
    close: () => withTimeout(LONGEST_CLOSE_MS, source.shutdown()).catch(() => undefined),
  }
}

function asOtel({ kind = 'internal', attributes = {} }: SpanOptions) {
  return { kind: KINDS[kind], attributes }
}

function spanOf(recorded: OtelSpan, traceparent: string): Span {
  return {
    traceparent,
    set: (more) => void recorded.setAttributes(more),
    end(error) {
      if (error !== undefined) recorded.setStatus({ code: SpanStatusCode.ERROR, message: kindOf(error) })
      recorded.end()
    },
  }
}

function unrecorded(): Span {
  return { traceparent: undefined, set: () => undefined, end: () => undefined }
}

function contextOf({ traceId, spanId }: Pick<SpanReference, 'traceId' | 'spanId'>): Context {
  const traceFlags = TraceFlags.SAMPLED
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

/** No more than what kind of error it is: messages may repeat what a request or a row said. */
function kindOf(error: unknown): string {
  const name = error instanceof Error ? error.name : typeof error
  return error instanceof Error && 'code' in error ? `${name} ${String(error.code)}` : name
}
