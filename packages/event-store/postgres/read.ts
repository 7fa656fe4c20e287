import type { ReadReport } from '../log-reading.js'
import type { PageSize } from '../page-size.js'
import {
  type Checkpoint,
  type EventHash,
  type EventStore,
  type Position,
  type RecordedEvent,
  type SeenEvent,
  START,
} from '../port.js'
import { seenOf } from '../seen-event.js'
import { sharedQuery } from '../shared-query.js'
import { ALL, AT, HASHES, PAGE, STREAM_END } from './pages.js'
import { type PageStatement, type Queries, readsInTime } from './read-in-time.js'
import { streamReader } from './read-streams.js'
import { type EventRow, fromPosition, toEvent, toPosition } from './rows.js'

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

type HashRow = Omit<EventHash, 'position'> & { readonly position: number }

const HEAD = 'select max(position) as position from log.events'

/** Revisions are 32-bit integers. */
const LAST_REVISION = 2 ** 31 - 1

/**
 * Reads over a pool's connections, in pages that the database can deliver in time.
 *
 * @param options.page the largest page
 * @param options.newReport makes the callback that gets pages that took too long
 */
export function reader(options: {
  readonly queries: Queries
  readonly page: PageSize
  readonly newReport: () => ReadReport
}): Pick<EventStore, 'readStream' | 'readStreamEnd' | 'readAll' | 'readHashes' | 'head'> {
  const { queries, page, newReport } = options
  const query = queries.prompt
  const inTime = readsInTime(queries, page)

  async function readRows<Row extends object>(
    statement: PageStatement,
    limit: number,
  ): Promise<readonly Row[]> {
    const report = newReport()
    try {
      return await inTime<Row>(statement, limit, report)
    } finally {
      report()
    }
  }

  async function read(statement: PageStatement, limit: number): Promise<readonly RecordedEvent[]> {
    return (await readRows<EventRow>(statement, limit)).map(toEvent)
  }

  return {
    readStream: streamReader({ query, inTime, newReport }),
    async readStreamEnd(stream, { before = LAST_REVISION, limit }) {
      const values = (size: PageSize) => [stream, before, size.events, size.bytes]
      return read({ name: 'log.stream-end', text: STREAM_END, values }, limit)
    },
    async readAll({ after, limit }) {
      const values = (size: PageSize) => [fromPosition(after), size.events, size.bytes]
      return read({ name: 'log.all', text: ALL, values }, limit)
    },
    async readHashes({ after, limit }) {
      const values = (size: PageSize) => [fromPosition(after), size.events]
      const rows = await readRows<HashRow>({ name: 'log.hashes', text: HASHES, values }, limit)
      return rows.map((row) => ({ ...row, position: toPosition(row.position) }))
    },
    head: sharedQuery(async () => {
      const [row] = await query<{ position: number | null }>('log.head', HEAD, [])
      return row?.position ? toPosition(row.position) : START
    }),
  }
}
