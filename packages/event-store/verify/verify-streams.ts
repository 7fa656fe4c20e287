import { setImmediate as breath } from 'node:timers/promises'
import type { EventStore, RecordedEvent } from '../port.js'
import { findBroken } from './find-broken.js'
import { type BrokenEvent, brokenEvent, follows, headOf, missingEvent, type StreamHead } from './report.js'

/** The end of a stream as it was seen elsewhere. */
export interface SeenEnd {
  readonly revision: number
  /** of that event; null: not kept there */
  readonly hash: string | null
}

/** A stream to prove. */
export interface StreamToVerify {
  readonly stream: string
  /** what was seen of it before this was called: a chain alone cannot tell that its newest events were cut off */
  readonly seen: readonly SeenEnd[]
}

/** What is known of some streams. */
export interface StreamsReport {
  /** how many of the streams were read, from the first one on: fewer than were given when time was up */
  readonly streams: number
  /** how many events they hold */
  readonly events: number
  /** by stream and revision */
  readonly broken: readonly BrokenEvent[]
  /** where each of them ends; those that hold nothing are left out */
  readonly heads: ReadonlyMap<string, StreamHead>
}

/** Streams that are read together. */
const AT_ONCE = 16
/** Events after which others get their turn: some milliseconds of hashing. */
const BETWEEN_BREATHS = 100
/** So many missing events are named for each stream; more would add nothing. */
const MOST_MISSING = 100

/**
 * Proves some streams, by the same judgement as `verifyLog`: every hash is computed anew, and what is changed, missing,
 * inserted or reordered is named. Streams go on meanwhile; what they held when they were read counts.
 *
 * @param options.deadline no further streams are read from then on, in milliseconds as `performance.now()` gives them; the
 *   first ones are read in any case
 * @throws StoreUnavailable; the signal's reason when it aborts
 */
export async function verifyStreams(options: {
  readonly store: Pick<EventStore, 'readStream'>
  readonly streams: readonly StreamToVerify[]
  readonly signal?: AbortSignal
  readonly deadline?: number
}): Promise<StreamsReport> {
  const { store, streams, signal, deadline = Number.POSITIVE_INFINITY } = options
  const heads = new Map<string, StreamHead>()
  const broken: BrokenEvent[] = []
  let events = 0
  let done = 0
  while (done < streams.length && (done === 0 || performance.now() < deadline)) {
    const together = streams.slice(done, done + AT_ONCE)
    const recorded = await Promise.all(together.map(({ stream }) => store.readStream(stream)))
    for (const [index, { stream, seen }] of together.entries()) {
      const found = recorded[index] ?? []
      broken.push(...(await brokenIn(stream, found, seen, signal)))
      const last = found.at(-1)
      if (last) heads.set(stream, headOf(last))
      events += found.length
    }
    done += together.length
  }
  return { streams: done, events, broken, heads }
}

async function brokenIn(
  stream: string,
  events: readonly RecordedEvent[],
  seen: readonly SeenEnd[],
  signal: AbortSignal | undefined,
): Promise<readonly BrokenEvent[]> {
  const chain = (await isWhole(events, signal)) ? [] : findBroken(stream, events, new Set())
  const named = new Set(chain.map(({ revision }) => revision))
  const ends = [...cutOff(stream, events, seen), ...rewrittenEnds(events, seen)]
  const broken = [...chain, ...ends.filter(({ revision }) => !named.has(revision))]
  return broken.sort((a, b) => (a.revision ?? 0) - (b.revision ?? 0))
}

async function isWhole(events: readonly RecordedEvent[], signal: AbortSignal | undefined): Promise<boolean> {
  let head: StreamHead | undefined
  for (const [index, event] of events.entries()) {
    if (index % BETWEEN_BREATHS === 0) await breath()
    signal?.throwIfAborted()
    if (!follows(event, head)) return false
    head = headOf(event)
  }
  return true
}

/** Events after the end that was seen elsewhere. */
function* cutOff(
  stream: string,
  events: readonly RecordedEvent[],
  seen: readonly SeenEnd[],
): Generator<BrokenEvent> {
  const last = events.at(-1)?.revision ?? -1
  const known = seen.reduce((highest, { revision }) => Math.max(highest, revision), -1)
  const detail = `it was cut off: the stream has been seen up to event ${known}`
  for (let revision = last + 1; revision <= Math.min(known, last + MOST_MISSING); revision++)
    yield missingEvent({ stream, revision, position: null, detail })
}

const REWRITTEN = 'another event has been seen here: the end of the stream was rewritten, hashes and all'

function* rewrittenEnds(events: readonly RecordedEvent[], seen: readonly SeenEnd[]): Generator<BrokenEvent> {
  for (const { revision, hash } of seen) {
    const event = events.find((one) => one.revision === revision)
    if (event && hash !== null && event.metadata.hash !== hash) yield brokenEvent(event, 'changed', REWRITTEN)
  }
}
