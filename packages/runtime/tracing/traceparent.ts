/** A span as W3C Trace Context names it. */
export interface SpanReference {
  /** 32 hex digits */
  readonly traceId: string
  /** 16 hex digits */
  readonly spanId: string
  readonly isRecorded: boolean
}

const SAMPLED = 1
const NONE = /^0+$/

/** Reads a traceparent (https://www.w3.org/TR/trace-context/, version 00); undefined: it is none. */
export function readTraceparent(text: string): SpanReference | undefined {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(text) ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  if (NONE.test(traceId) || NONE.test(spanId)) return undefined
  return { traceId, spanId, isRecorded: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED }
}

/** Writes the traceparent of a span that is recorded. */
export function writeTraceparent({ traceId, spanId }: Pick<SpanReference, 'traceId' | 'spanId'>): string {
  return `00-${traceId}-${spanId}-01`
}
