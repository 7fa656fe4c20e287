import type { AllStreamRecordedEvent } from '@eventstore/db-client'
import type { EventStore, RecordedEvent } from '../port.js'
import { storedPosition } from '../seen-event.js'
import { collect } from './collect.js'
import type { Connection } from './connection.js'
import type { OwnStreams } from './own-streams.js'
import { fromPosition, type LogPosition, toPosition } from './position.js'
import { PAGE_BYTES, sizeOfEvent, sizeOfResolved, toRecorded } from './recorded.js'

/** What a page may take. */
const PAGE = { bytes: PAGE_BYTES, sizeOf: sizeOfResolved }

/** Events of all categories are read this many at a time, at least. */
const SMALLEST_PAGE = 64

/** A page of everything that a server holds. */
export interface EverythingPage {
  readonly events: readonly AllStreamRecordedEvent[]
  /** there is nothing beyond it */
  readonly isEnd: boolean
}

/** Reads a page of everything that a server holds: so many events at most, and fewer when they are large. */
export type ReadEverything = (options: {
  readonly direction: 'forwards' | 'backwards'
  /** forwards with the event that stands there, backwards without; undefined for the very end of either */
  readonly from: LogPosition | undefined
  readonly count: number
}) => Promise<EverythingPage>

/** Reads pages over a connection. */
export function everythingOf({ timeoutMs, failures, onLeader }: Connection): ReadEverything {
  return async ({ direction, from, count }) => {
    const end = direction === 'forwards' ? 'start' : 'end'
    const options = { direction, fromPosition: from ?? end, maxCount: count, requiresLeader: true } as const
    try {
      const { items, isWhole } = await onLeader((client) =>
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
