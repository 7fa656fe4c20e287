import type { AllStreamRecordedEvent } from '@eventstore/db-client'
import { type EventStore, type Position, type RecordedEvent, START } from '../port.js'
import { storedPosition } from '../seen-event.js'
import { sharedQuery } from '../shared-query.js'
import { collect } from './collect.js'
import type { Connection } from './connection.js'
import { fromPosition, type LogPosition, type OwnStreams, toPosition } from './position.js'
import { PAGE_BYTES, sizeOfEvent, sizeOfResolved, toRecorded } from './recorded.js'

/** What a page may take. */
const PAGE = { bytes: PAGE_BYTES, sizeOf: sizeOfResolved }

/** Events of all categories are read this many at a time, at least. */
const SMALLEST_PAGE = 64

/** A page of everything that a server holds. */
interface EverythingPage {
  readonly events: readonly AllStreamRecordedEvent[]
  /** there is nothing beyond it */
  readonly isEnd: boolean
}

/** Reads a page of everything that a server holds: so many events at most, and fewer when they are large. */
type ReadEverything = (options: {
  readonly direction: 'forwards' | 'backwards'
  /** forwards with the event that stands there, backwards without; undefined for the very end of either */
  readonly from: LogPosition | undefined
  readonly count: number
}) => Promise<EverythingPage>

/** Reads pages over a connection. */
export function everythingOf({ timeoutMs, failures, readOnLeader }: Connection): ReadEverything {
  return async ({ direction, from, count }) => {
    const end = direction === 'forwards' ? 'start' : 'end'
    const options = { direction, fromPosition: from ?? end, maxCount: count, requiresLeader: true } as const
    try {
      const { items, isWhole } = await readOnLeader((client) =>
        collect(client.readAll(options), { timeoutMs, closed: client.closed, ...PAGE }),
      )
      const events = items.flatMap(({ event }) => (event ? [event] : []))
      return { events, isEnd: isWhole && items.length < count }
    } catch (error) {
      throw failures.unavailable(error)
    }
  }
}

/**
 * Reads a log's events, page by page, out of everything that its server holds. A read, unlike a subscription, cannot be
 * filtered by the server.
 */
export function logReader(readEverything: ReadEverything, own: OwnStreams): EventStore['readAll'] {
  return async ({ after, limit }) => {
    const found: RecordedEvent[] = []
    let last = storedPosition(after)
    let bytes = 0
    for (;;) {
      const count = Math.max(limit - found.length + 1, SMALLEST_PAGE)
      const page = await readEverything({ direction: 'forwards', from: fromPosition(last), count })
      const start = last
      for (const event of page.events) {
        const position = toPosition(event.position)
        if (position <= start) continue
        last = position
        if (!own.includes(event.streamId)) continue
        found.push(toRecorded(event, event.position))
        bytes += sizeOfEvent(event)
        if (found.length === limit || bytes >= PAGE_BYTES) return found
      }
      if (page.isEnd) return found
    }
  }
}

const FIRST_PAGE = 16
const LARGEST_PAGE = 1024

/**
 * Finds the newest event of a log: looks back from the end of everything that its server holds, and never twice over
 * the same range. Callers who ask at once share one look, which begins after all of them have asked.
 */
export function headOf(readEverything: ReadEverything, own: OwnStreams): () => Promise<Position> {
  let head: Position = START
  let lookedUpTo: Position = START

  return sharedQuery(async () => {
    let from: LogPosition | undefined
    let newest: Position | undefined
    for (let count = FIRST_PAGE; ; count = Math.min(count * 4, LARGEST_PAGE)) {
      const { events, isEnd } = await readEverything({ direction: 'backwards', from, count })
      newest ??= events[0] && toPosition(events[0].position)
      // The server has come back with an older copy of its log: what was known of the newer one is worth nothing.
      if (newest === undefined || newest < lookedUpTo) [head, lookedUpTo] = [START, START]
      const stop = events.find(
        ({ position, streamId }) => toPosition(position) <= lookedUpTo || own.includes(streamId),
      )
      const position = stop && toPosition(stop.position)
      if (position !== undefined && position > lookedUpTo) head = position
      if (position !== undefined || isEnd) {
        lookedUpTo = newest ?? lookedUpTo
        return head
      }
      from = events.at(-1)?.position
    }
  })
}
