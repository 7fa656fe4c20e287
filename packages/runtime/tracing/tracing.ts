/** The attributes of a span, by the names that the log and metrics have for it; nothing personal. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

/** The part that something has in a trace (OpenTelemetry's kinds of spans). */
export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer'

/** Something that takes time, as part of a trace. */
export interface Span {
  /** W3C Trace Context: by it whatever follows elsewhere finds this span; undefined: nothing is recorded */
  readonly traceparent: string | undefined
  set(attributes: SpanAttributes): void
  /** @param error why it failed; absent: it did not */
  end(error?: unknown): void
}

export interface SpanOptions {
  readonly kind?: SpanKind
  readonly attributes?: SpanAttributes
}

/** What records spans. */
export interface Tracer {
  /** Begins a span of a trace that another process, or this one earlier, has a part in; undefined: it is not recorded. */
  startAfter(traceparent: string, name: string, options: SpanOptions): Span | undefined
  /**
   * Begins the span of a request, which its id names until it ends. Its trace is the caller's, if there is one; whether it is
   * recorded is decided here.
   */
  startRequest(requestId: string, traceparent: string | undefined, name: string): Span
  /** The trace of a request that is under way. */
  ofRequest(requestId: string): RequestTrace | undefined
  /** Sends what is waiting, for a second at most. */
  close(): Promise<void>
}

/** The trace that a request is a part of. */
export interface RequestTrace {
  readonly traceId: string
  /** of the request's span; undefined: it is not recorded */
  readonly traceparent: string | undefined
}

const NO_SPAN: Span = { traceparent: undefined, set: () => undefined, end: () => undefined }

/** Of this process; by it nobody has to hand it around. Undefined: nothing is traced, which costs a look at this. */
let tracer: Tracer | undefined

/** Traces from now on, or, with undefined, no more. */
export function traceWith(next: Tracer | undefined): void {
  tracer = next
}

/** The tracer of this process; undefined: nothing is traced. */
export const currentTracer = (): Tracer | undefined => tracer

/** By which what follows from a request finds its trace; undefined: it is not recorded, or has ended. */
export function requestTraceparent(requestId: string | undefined): string | undefined {
  return requestId === undefined ? undefined : tracer?.ofRequest(requestId)?.traceparent
}

/**
 * Does something as a span of a request, which its id names: the correlation id of its commands. Where nothing is traced it is
 * just done. Ids are handed on, since what Node.js 20 has for finding out what runs for whom slows every promise down.
 *
 * @example
 * const result = await inSpan(correlationId, 'append', { attributes: { ecmr_id: id } }, () => store.append(stream, expected, events))
 */
export function inSpan<Result>(
  requestId: string,
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  return inSpanAfter(requestTraceparent(requestId), name, options, work)
}

/** Does something as a span that follows from another one, which its traceparent names: see `inSpan`. */
export async function inSpanAfter<Result>(
  traceparent: string | null | undefined,
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  const span = traceparent ? tracer?.startAfter(traceparent, name, options) : undefined
  if (span === undefined) return work(NO_SPAN)
  try {
    const result = await work(span)
    span.end()
    return result
  } catch (error) {
    span.end(error)
    throw error
  }
}

/** Something that follows from an event of the log. */
export interface Followed {
  readonly id: string
  readonly type: string
  readonly position: string
  /** of what brought it here, where that is known */
  readonly traceparent?: string
  readonly metadata: { readonly traceparent?: string }
}

/** Of the span of an event, by its id; undefined: it is not recorded. */
type TraceparentOf = (eventId: string) => string | undefined

/** Does something with several events, as a span of each that was recorded in a trace. Where nothing is traced it is just done. */
export async function inSpansAfter<Result>(
  events: readonly Followed[],
  name: string,
  options: SpanOptions,
  work: (traceparentOf: TraceparentOf) => Promise<Result>,
): Promise<Result> {
  const spans = tracer === undefined ? NO_SPANS : spansAfter(tracer, events, name, options)
  if (spans.size === 0) return work(() => undefined)
  const endAll = (error?: unknown): void => {
    for (const span of spans.values()) span.end(error)
  }
  try {
    const result = await work((id) => spans.get(id)?.traceparent)
    endAll()
    return result
  } catch (error) {
    endAll(error)
    throw error
  }
}

const NO_SPANS: ReadonlyMap<string, Span> = new Map()

function spansAfter(
  at: Tracer,
  events: readonly Followed[],
  name: string,
  options: SpanOptions,
): ReadonlyMap<string, Span> {
  const spans = new Map<string, Span>()
  for (const event of events) {
    const from = event.traceparent ?? event.metadata.traceparent
    if (from === undefined) continue
    const attributes = { ...attributesOf(event), ...options.attributes }
    const span = at.startAfter(from, name, { ...options, attributes })
    if (span) spans.set(event.id, span)
  }
  return spans
}

function attributesOf({ id, type, position }: Followed): SpanAttributes {
  return { event_id: id, event_type: type, position }
}

/** Does something with one event, as a span of it: see `inSpansAfter`. */
export function inSpanOfEvent<Result>(
  event: Followed,
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  const from = event.traceparent ?? event.metadata.traceparent
  const attributes = { ...attributesOf(event), ...options.attributes }
  return inSpanAfter(from, name, { ...options, attributes }, work)
}
