import type { Pool } from 'pg'
import { type EventStore, type Position, type RecordedEvent, START } from '../port.js'
import { storeUnavailable } from './errors.js'
import { fromPosition, toPosition } from './position.js'
import { COLUMNS, type EventRow, toEvent, toEventOfToday } from './rows.js'
import { sharedQuery } from './shared-query.js'

const STREAM = `select ${COLUMNS} from log.events e where e.stream = $1 and e.revision >= $2 order by e.revision`
const ALL = `select ${COLUMNS} from log.events e where e.position > $1 order by e.position limit $2`
const HEAD = 'select max(position) as position from log.events'

// One row without an event when the page holds nothing of interest: how far it went is news all the same.
const PAGE = `select upto.position as upto, upto.count < $2 as at_end, ${COLUMNS}
  from (select max(p.position) as position, count(*) as count
    from (select position from log.events where position > $1 order by position limit $2) p) upto
  left join log.events e on e.position > $1 and e.position <= upto.position and e.category = any($3)
  order by e.position`

/** Some events of the log in order. */
export interface Page {
  readonly events: readonly RecordedEvent[]
  /** how far the page went, events of other categories included; as far as before when the log has no more */
  readonly upto: Position
  /** there was nothing after it at the time */
  readonly atEnd: boolean
}

export interface Reader extends Pick<EventStore, 'readStream' | 'readAll' | 'head'> {
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

  return {
    async readStream(stream, { from = 0 } = {}) {
      return (await query<EventRow>('log.stream', STREAM, [stream, from])).map(decode)
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
