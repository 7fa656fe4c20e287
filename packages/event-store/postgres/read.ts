import type { PageSize } from '../page-size.js'
import { type EventStore, type RecordedEvent, START } from '../port.js'
import type { ReadReport } from '../read-problems.js'
import { sharedQuery } from '../shared-query.js'
import { ALL, STREAM_END } from './pages.js'
import { fromPosition, toPosition } from './position.js'
import { type PageStatement, type Queries, readsInTime } from './read-in-time.js'
import { streamReader } from './read-streams.js'
import { type EventRow, toEvent } from './rows.js'

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
}): Pick<EventStore, 'readStream' | 'readStreamEnd' | 'readAll' | 'head'> {
  const { queries, page, newReport } = options
  const query = queries.prompt
  const inTime = readsInTime(queries, page)

  async function read(statement: PageStatement, limit: number): Promise<readonly RecordedEvent[]> {
    const report = newReport()
    try {
      return (await inTime<EventRow>(statement, limit, report)).map(toEvent)
    } finally {
      report()
    }
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
    head: sharedQuery(async () => {
      const [row] = await query<{ position: number | null }>('log.head', HEAD, [])
      return row?.position ? toPosition(row.position) : START
    }),
  }
}
