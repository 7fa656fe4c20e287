import { concurrencyLimit } from '../concurrency-limit.js'
import type { ReadReport } from '../log-reading.js'
import type { PageSize } from '../page-size.js'
import type { EventStore, RecordedEvent } from '../port.js'
import { groupCommit } from './group-commit.js'
import { STREAM, STREAMS } from './pages.js'
import type { Query } from './query.js'
import type { ReadInTime } from './read-in-time.js'
import { type EventRow, toEvent } from './rows.js'

/** The most queries for streams at a time; who asks while all are under way is served with others by the next. */
const STREAM_QUERIES = 4
/** What of each stream is read together with others; the rest of longer ones is read by itself. */
const BEGINNING = { events: 256, bytes: 64 * 1024 }
/** Long streams that are read at a time, so that they hold up neither the short ones nor the memory. */
const LONG_READS = 4
/** More reads of long streams than this are refused. */
const MOST_WAITING = 256
/** Events of a page of a long stream. */
const PAGE_EVENTS = 1_024

/** A question for a stream's events. */
interface Asked {
  readonly stream: string
  readonly from: number
  readonly bytes: number
}

/** What one query for several streams finds of one of them. */
interface Beginning {
  readonly events: RecordedEvent[]
  /** the revision at which to go on */
  rest?: number
}

type StreamsRow = EventRow & { readonly is_beyond: boolean }
type StreamRow = EventRow & { readonly at_end: boolean }

/**
 * Reads streams: the beginnings of all that are asked for at the same time together, and the rest of long ones in pages.
 *
 * @param options.inTime reads those pages
 */
export function streamReader(options: {
  readonly query: Query
  readonly inTime: ReadInTime
  readonly newReport: () => ReadReport
}): EventStore['readStream'] {
  const { query, inTime, newReport } = options
  const readTogether = groupCommit({
    handle: readBeginnings,
    groups: STREAM_QUERIES,
    what: 'reads of the event log',
  })
  const lane = concurrencyLimit({
    atOnce: LONG_READS,
    mostWaiting: MOST_WAITING,
    what: 'reads of long streams',
  })

  /** Each stream once, from the lowest revision asked for. */
  async function readBeginnings(asked: readonly Asked[]): Promise<readonly Beginning[]> {
    const since = new Map<string, number>()
    for (const { stream, from } of asked) since.set(stream, Math.min(from, since.get(stream) ?? from))
    const values = [[...since.keys()], [...since.values()], BEGINNING.events, BEGINNING.bytes]
    const rows = await query<StreamsRow>('log.streams', STREAMS, values)
    const found = new Map<string, Beginning>([...since.keys()].map((stream) => [stream, { events: [] }]))
    for (const row of rows) {
      const beginning = found.get(row.stream)
      if (!row.is_beyond) beginning?.events.push(toEvent(row))
      else if (beginning) beginning.rest = row.revision
    }
    return asked.map(({ stream }) => found.get(stream) ?? { events: [] })
  }

  async function readRest(stream: string, from: number): Promise<readonly RecordedEvent[]> {
    const report = newReport()
    const events: RecordedEvent[] = []
    try {
      for (let next = from; ; next = (events.at(-1)?.revision ?? next) + 1) {
        const values = (size: PageSize) => [stream, next, size.events, size.bytes]
        const page = { name: 'log.stream', text: STREAM, values }
        const rows = await inTime<StreamRow>(page, PAGE_EVENTS, report)
        for (const row of rows) events.push(toEvent(row))
        if (rows[0]?.at_end ?? true) return events
      }
    } finally {
      report()
    }
  }

  return async (stream, { from = 0 } = {}) => {
    const { events, rest } = await readTogether({ stream, from, bytes: BEGINNING.bytes })
    const wanted = from === 0 ? events : events.filter(({ revision }) => revision >= from)
    if (rest === undefined) return wanted
    return [...wanted, ...(await lane(() => readRest(stream, Math.max(rest, from))))]
  }
}
