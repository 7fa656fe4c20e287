import type { PageSize } from '../page-size.js'
import type { Position, RecordedEvent } from '../port.js'
import type { ReadReport } from '../read-problems.js'
import { PAGE } from './pages.js'
import { fromPosition, toPosition } from './position.js'
import { type Queries, readsInTime } from './read-in-time.js'
import type { EventRow } from './rows.js'

/** Some events of the log in order. */
export interface Page {
  readonly events: readonly { readonly event: RecordedEvent; readonly bytes: number }[]
  /** how far the page went, events of other categories included; as far as before when the log has no more */
  readonly upto: Position
  /** there was nothing after it at the time */
  readonly atEnd: boolean
}

/** Reads the next events of some categories: what there is among the next `limit` events of the log. */
export type ReadPage = (after: Position, limit: number, report: ReadReport) => Promise<Page>

type PageRow = { readonly upto: number | null; readonly at_end: boolean } & (
  | (EventRow & { readonly bytes: number })
  | { readonly position: null }
)

/** Pages for one follower, in the sizes that the database can deliver to it in time. */
export function pageReader(options: {
  readonly queries: Queries
  readonly page: PageSize
  readonly categories: readonly string[]
  readonly decode: (row: EventRow) => RecordedEvent
}): ReadPage {
  const { queries, page, categories, decode } = options
  const inTime = readsInTime(queries, page)
  return async (after, limit, report) => {
    const values = (size: PageSize) => [fromPosition(after), size.events, size.bytes, categories]
    const rows = await inTime<PageRow>({ name: 'log.page', text: PAGE, values }, limit, report)
    const upto = rows[0]?.upto
    return {
      events: rows.filter(holdsEvent).map((row) => ({ event: decode(row), bytes: row.bytes })),
      upto: upto ? toPosition(upto) : after,
      atEnd: rows[0]?.at_end ?? true,
    }
  }
}

function holdsEvent(row: PageRow): row is PageRow & EventRow & { readonly bytes: number } {
  return row.position !== null
}
