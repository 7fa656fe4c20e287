import type { AllStreamRecordedEvent } from '@eventstore/db-client'
import type { EventStore, RecordedEvent } from '../port.js'
import { storedPosition } from '../stored-position.js'
import { collect } from './collect.js'
import type { Connection } from './connection.js'
import type { OwnStreams } from './own-streams.js'
import { fromPosition, type LogPosition, toPosition } from './position.js'
import { toRecorded } from './recorded.js'

/** Events of everybody are read this many at a time, at least. */
const SMALLEST_PAGE = 64

/** Reads a page of everything that a server holds. */
export type ReadEverything = (options: {
  readonly direction: 'forwards' | 'backwards'
  /** forwards with the event that stands there, backwards without; undefined for the very end of either */
  readonly from: LogPosition | undefined
  readonly count: number
}) => Promise<readonly AllStreamRecordedEvent[]>

/** Reads pages over a connection. */
export function everythingOf({ timeoutMs, failures, onLeader }: Connection): ReadEverything {
  return async ({ direction, from, count }) => {
    const end = direction === 'forwards' ? 'start' : 'end'
    const options = { direction, fromPosition: from ?? end, maxCount: count, requiresLeader: true } as const
    try {
      const resolved = await onLeader((client) =>
        collect(client.readAll(options), { timeoutMs, closed: client.closed }),
      )
      return resolved.flatMap(({ event }) => (event ? [event] : []))
    } catch (error) {
      throw failures.unavailable(error)
    }
  }
}

/**
 * Reads a log's events, page by page, out of everything that its server holds. A read, unlike a subscription, cannot be
 * filtered by the server.
 *
 * @param decode the last touch to every event that is handed out
 */
export function logReader(
  readEverything: ReadEverything,
  own: OwnStreams,
  decode: (event: RecordedEvent) => RecordedEvent,
): EventStore['readAll'] {
  return async ({ after, limit }) => {
    const found: RecordedEvent[] = []
    let last = storedPosition(after)
    for (;;) {
      const count = Math.max(limit - found.length + 1, SMALLEST_PAGE)
      const page = await readEverything({ direction: 'forwards', from: fromPosition(last), count })
      const start = last
      for (const event of page) {
        const position = toPosition(event.position)
        if (position <= start) continue
        last = position
        if (own.includes(event.streamId)) found.push(decode(toRecorded(event, event.position)))
        if (found.length === limit) return found
      }
      if (page.length < count) return found
    }
  }
}
