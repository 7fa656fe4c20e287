import type { PageSize } from '../page-size.js'
import type { Checkpoint, Position, RecordedEvent, SeenEvent } from '../port.js'
import type { ReadReport } from '../read-problems.js'
import { seenOf } from '../seen-event.js'
import { AT, PAGE } from './pages.js'
import { fromPosition, toPosition } from './position.js'
import { type Queries, readsInTime } from './read-in-time.js'
import { type EventRow, toEvent } from './rows.js'

/** Some events of the log in order. */
export interface Page {
  readonly events: readonly { readonly event: RecordedEvent; readonly bytes: number }[]
  /** how far the page went, events of other categories included; as far as before when the log has no more */
  readonly upto: Position
  /** the event that stands there; undefined when the log has no more */
  readonly last: SeenEvent | undefined
  /** the log holds the event after which the page begins */
  readonly isConfirmed: boolean
  /** there was nothing after it at the time */
  readonly atEnd: boolean
}

/** Reads the next events of some categories: what there is among the next `limit` events of the log. */
export type ReadPage = (after: Checkpoint, limit: number, report: ReadReport) => Promise<Page>

type PageRow = {
  readonly upto: number | null
  readonly at_end: boolean
  readonly confirmed: boolean
} & ((EventRow & { readonly bytes: number }) | { readonly position: null })

/** Pages for one follower, in the sizes that the database can deliver to it in time. */
export function pageReader(options: {
  readonly queries: Queries
  readonly page: PageSize
  readonly categories: readonly string[]
}): ReadPage {
  const { queries, page, categories } = options
  const inTime = readsInTime(queries, page)

  /** A page may end at an event of a category that was not asked for. */
  async function seenAt(place: number, last: RecordedEvent | undefined): Promise<SeenEvent | undefined> {
    if (last?.position === toPosition(place)) return seenOf(last)
    const [row] = await queries.prompt<EventRow>('log.at', AT, [place])
    return row && seenOf(toEvent(row))
  }

  return async ({ position, seen }, limit, report) => {
    const after = fromPosition(position)
    const identity = [seen?.id ?? null, seen?.hash ?? null]
    const values = (size: PageSize) => [after, size.events, size.bytes, categories, ...identity]
    const rows = await inTime<PageRow>({ name: 'log.page', text: PAGE, values }, limit, report)
    const upto = rows[0]?.upto
    const events = rows.filter(holdsEvent).map((row) => ({ event: toEvent(row), bytes: row.bytes }))
    return {
      events,
      upto: upto ? toPosition(upto) : position,
      last: upto ? await seenAt(upto, events.at(-1)?.event) : undefined,
      isConfirmed: rows[0]?.confirmed ?? false,
      atEnd: rows[0]?.at_end ?? true,
    }
  }
}

function holdsEvent(row: PageRow): row is PageRow & EventRow & { readonly bytes: number } {
  return row.position !== null
}
