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
import type { RequestTrace, Span, SpanKind, SpanOptions, Tracer } from './tracing.js'

const LONGEST_CLOSE_MS = 1_000

const KINDS: Readonly<Record<SpanKind, OtelKind>> = {
  internal: OtelKind.INTERNAL,
  server: OtelKind.SERVER,
  client: OtelKind.CLIENT,
  producer: OtelKind.PRODUCER,
  consumer: OtelKind.CONSUMER,
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
  const requests = new Map<string, RequestTrace>()

  const isChosen = (traceId: string): boolean =>
    sampler.shouldSample(ROOT_CONTEXT, traceId).decision === SamplingDecision.RECORD_AND_SAMPLED

  function recordedRequest(from: SpanReference | undefined, traceId: string, name: string): Span {
    const recorded = from
      ? source.startBelow(contextOf(from), name, { kind: OtelKind.SERVER })
      : source.startRoot(traceId, name, { kind: OtelKind.SERVER })
    return spanOf(recorded)
  }

  return {
    startAfter(traceparent, name, how) {
      const from = readTraceparent(traceparent)
      return from?.isRecorded ? spanOf(source.startBelow(contextOf(from), name, asOtel(how))) : undefined
    },
    startRequest(requestId, traceparent, name) {
      const from = traceparent === undefined ? undefined : readTraceparent(traceparent)
      const traceId = from?.traceId ?? source.newTraceId()
      const span = isChosen(traceId) ? recordedRequest(from, traceId, name) : UNRECORDED
      const request = { traceId, traceparent: span.traceparent }
      requests.set(requestId, request)
      return {
        ...span,
        end(error) {
          // Two that are under way at once may have the same id: it is the client's choice.
          if (requests.get(requestId) === request) requests.delete(requestId)
          span.end(error)
        },
      }
    },
    ofRequest: (requestId) => requests.get(requestId),
    close: () => withTimeout(LONGEST_CLOSE_MS, source.shutdown()).catch(() => undefined),
  }
}

const UNRECORDED: Span = { traceparent: undefined, set: () => undefined, end: () => undefined }

function asOtel({ kind = 'internal', attributes = {} }: SpanOptions) {
  return { kind: KINDS[kind], attributes }
}

function spanOf(recorded: OtelSpan): Span {
  return {
    traceparent: writeTraceparent(recorded.spanContext()),
    set: (more) => void recorded.setAttributes(more),
    end(error) {
      if (error !== undefined) recorded.setStatus({ code: SpanStatusCode.ERROR, message: kindOf(error) })
      recorded.end()
    },
  }
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
