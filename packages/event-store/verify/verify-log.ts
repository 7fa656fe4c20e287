import { type EventStore, type Position, type RecordedEvent, START } from '../port.js'
import { chainWalk } from './chain.js'
import { findBroken, type Gaps } from './find-broken.js'
import {
  type BrokenEvent,
  follows,
  headOf,
  missingEvent,
  type StreamHead,
  type VerifyReport,
} from './report.js'

/** The parts of a store that verifying takes. */
export type VerifiedStore = Pick<EventStore, 'readAll' | 'readStream' | 'nextPosition' | 'readChain'>

const GONE = 'no event stands at this position; the newest events of a stream, or a whole stream, are gone'

const PAGE_SIZE = 1_000
/** Missing positions are listed one by one up to here; more would add nothing. */
const MOST_GAPS = 10_000

/**
 * Walks the whole log in order and names every event that is not as it was recorded: changed, missing, inserted or
 * reordered. Keeps one entry per stream in memory and nothing else.
 *
 * In a store that keeps a chain over the whole log, events that were removed with the later ones moved up, and events
 * of different streams that exchanged their places, are named by it.
 *
 * What it cannot see: newest events of the log that were cut off, streams whose newest events were in a store without
 * such a chain, and a history that was rewritten to its end with new hashes. Compare with what is kept elsewhere.
 *
 * @param options.after events up to here are taken as proven, the whole log unless given; `heads` are then those of the
 *   streams that have gone on since
 * @param options.onPage given the events as they are read, in order; they are waited for
 * @param options.onProgress called with how many events have been read, after every page
 * @throws StoreUnavailable; the signal's reason when it aborts
 */
export async function verifyLog(options: {
  readonly store: VerifiedStore
  readonly after?: Position
  readonly signal?: AbortSignal
  readonly onPage?: (page: readonly RecordedEvent[]) => Promise<void>
  readonly onProgress?: (events: number) => void
}): Promise<VerifyReport> {
  const { store, after = START, signal, onPage, onProgress } = options
  const chain = await chainWalk(store, after)
  const heads = new Map<string, StreamHead>()
  const suspects = new Set<string>()
  const gaps: Gaps = new Set()
  let events = 0
  let last = after
  for (;;) {
    signal?.throwIfAborted()
    const page = await store.readAll({ after: last, limit: PAGE_SIZE })
    if (page.length === 0) break
    for (const event of page) {
      noteGap(store, gaps, last, event.position)
      last = event.position
      const head = heads.get(event.stream) ?? (after === START ? undefined : await headBefore(store, event))
      if (!follows(event, head)) suspects.add(event.stream)
      if (!head || event.revision > head.revision) heads.set(event.stream, headOf(event))
    }
    await chain?.take(page)
    await onPage?.(page)
    events += page.length
    onProgress?.(events)
  }
  const broken: BrokenEvent[] = []
  for (const stream of suspects) {
    signal?.throwIfAborted()
    broken.push(...findBroken(stream, await store.readStream(stream), gaps))
  }
  for (const position of gaps)
    broken.push(missingEvent({ stream: null, revision: null, position, detail: GONE }))
  const named = new Set(broken.flatMap(({ position }) => position ?? []))
  broken.push(...(chain?.broken(named) ?? []))
  return { ok: broken.length === 0, events, broken, heads }
}

function noteGap({ nextPosition }: VerifiedStore, gaps: Gaps, before: Position, after: Position): void {
  if (!nextPosition) return
  for (let next = nextPosition(before); next < after && gaps.size < MOST_GAPS; next = nextPosition(next))
    gaps.add(next)
}

/** Where a stream ended before an event. */
async function headBefore(
  store: VerifiedStore,
  { stream, revision }: RecordedEvent,
): Promise<StreamHead | undefined> {
  if (revision === 0) return undefined
  const [event] = await store.readStream(stream, { from: revision - 1 })
  return event && event.revision < revision ? headOf(event) : undefined
}
