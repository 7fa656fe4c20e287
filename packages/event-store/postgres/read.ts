import type { Pool } from 'pg'
import { type EventStore, type Position, type RecordedEvent, START } from '../port.js'
import { sharedQuery } from '../shared-query.js'
import { storeUnavailable } from './errors.js'
import { inGroups } from './in-groups.js'
import { fromPosition, toPosition } from './position.js'
import { COLUMNS, type EventRow, toEvent, toEventOfToday } from './rows.js'

const STREAMS = `select ${COLUMNS} from log.events e
  join unnest($1::text[], $2::int[]) as asked(stream, since) on e.stream = asked.stream and e.revision >= asked.since
  order by e.stream, e.revision`
const STREAM_END = `select ${COLUMNS} from log.events e where e.stream = $1 and e.revision < $2
  order by e.revision desc limit $3`
const ALL = `select ${COLUMNS} from log.events e where e.position > $1 order by e.position limit $2`
const HEAD = 'select max(position) as position from log.events'

// One row without an event when the page holds nothing of interest: how far it went is news all the same.
const PAGE = `select upto.position as upto, upto.count < $2 as at_end, ${COLUMNS}
  from (select max(p.position) as position, count(*) as count
    from (select position from log.events where position > $1 order by position limit $2) p) upto
  left join log.events e on e.position > $1 and e.position <= upto.position and e.category = any($3)
  order by e.position`

/** Revisions are 32-bit integers. */
const LAST_REVISION = 2 ** 31 - 1

/** The most queries for streams at a time; who asks while all are under way is served with others by the next. */
const STREAM_QUERIES = 4

/** A question for a stream's events. */
interface Asked {
  readonly stream: string
  readonly from: number
  readonly bytes: number
}

/** Some events of the log in order. */
export interface Page {
  readonly events: readonly RecordedEvent[]
  /** how far the page went, events of other categories included; as far as before when the log has no more */
  readonly upto: Position
  /** there was nothing after it at the time */
  readonly atEnd: boolean
}

export interface Reader extends Pick<EventStore, 'readStream' | 'readStreamEnd' | 'readAll' | 'head'> {
  /** The next events of some categories: what there is among the next `limit` events of the log. */
  readPage(after: Position, limit: number, categories: readonly string[]): Promise<Page>
}

/**
 * Reads over a pool's connections.
 *
 * @param options.upcast whether events come in today's shape or as they were recorded
 */
export function reader(pool: Pool, options: { readonly upcast: boolean }): Reader {
  const decode = options.upcast ? toEventOfToday : toEvent

  async function query<Row extends object>(name: string, text: string, values: unknown[]): Promise<Row[]> {
    try {
      return (await pool.query<Row>({ name, text, values })).rows
    } catch (error) {
      throw storeUnavailable(error)
    }
  }

  const readTogether = inGroups({ handle: readStreams, groups: STREAM_QUERIES })

  /** Each stream once, from the first revision that anybody asked for. */
  async function readStreams(asked: readonly Asked[]): Promise<readonly (readonly RecordedEvent[])[]> {
    const since = new Map<string, number>()
    for (const { stream, from } of asked) since.set(stream, Math.min(from, since.get(stream) ?? from))
    const rows = await query<EventRow>('log.streams', STREAMS, [[...since.keys()], [...since.values()]])
    const found = new Map<string, RecordedEvent[]>([...since.keys()].map((stream) => [stream, []]))
    for (const row of rows) found.get(row.stream)?.push(decode(row))
    return asked.map(({ stream }) => found.get(stream) ?? [])
  }

  return {
    async readStream(stream, { from = 0 } = {}) {
      const events = await readTogether({ stream, from, bytes: 0 })
      return from === 0 ? events : events.filter(({ revision }) => revision >= from)
    },
    async readStreamEnd(stream, { before = LAST_REVISION, limit }) {
      const rows = await query<EventRow>('log.stream-end', STREAM_END, [stream, before, limit])
      return rows.reverse().map(decode)
    },
    async readAll({ after, limit }) {
      return (await query<EventRow>('log.all', ALL, [fromPosition(after), limit])).map(decode)
    },
    head: sharedQuery(async () => {
      const [row] = await query<{ position: number | null }>('log.head', HEAD, [])
      return row?.position ? toPosition(row.position) : START
    }),
    async readPage(after, limit, categories) {
      const values = [fromPosition(after), limit, categories]
      const rows = await query<PageRow>('log.page', PAGE, values)
      const upto = rows[0]?.upto
      return {
        events: rows.filter(holdsEvent).map(decode),
        upto: upto ? toPosition(upto) : after,
        atEnd: rows[0]?.at_end ?? true,
      }
    },
  }
}

type PageRow = { readonly upto: number | null; readonly at_end: boolean } & (
  | EventRow
  | { readonly position: null }
)

function holdsEvent(row: PageRow): row is PageRow & EventRow {
  return row.position !== null
}
