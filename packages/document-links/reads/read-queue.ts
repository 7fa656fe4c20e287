import { sleep, throttled } from '@ecmr/runtime'
import type { Pool } from 'pg'

/** A copy that was fetched at a public address. */
export interface NotedRead {
  readonly document_id: string
  readonly company_id: string
  readonly link_id: string
  readonly version: number
  /** the network that it went to: a /24 or a /48 */
  readonly address: string
  readonly at: Date
}

/** Reads that are to be written down, off the path of requests. */
export interface ReadQueue {
  note(read: NotedRead): void
  /** Writes what waits, if that works at once. */
  close(): Promise<void>
}

const WRITE_EVERY_MS = 1_000
const MOST_WAITING = 10_000
const MOST_AT_ONCE = 1_000
/** While nothing carries reads into the event log, so many are kept for it. */
const MOST_KEPT = 1_000_000

const WRITE = `
  insert into documents.reads (document_id, company_id, link_id, version, address, at)
  select * from json_to_recordset($1) as noted
    (document_id uuid, company_id text, link_id uuid, version integer, address text, at timestamptz)
  where (select coalesce(max(seq) - min(seq), 0) from documents.reads) < ${MOST_KEPT}`

/**
 * Collects reads in memory and writes them every second, up to 10,000 while the database is away. What is too much is dropped,
 * counted and logged.
 *
 * @param options.onDropped called with how many reads were dropped
 */
export function readQueue(options: {
  readonly pool: Pick<Pool, 'query'>
  readonly log?: { warn(fields: object, message: string): void }
  readonly onDropped?: (count: number) => void
}): ReadQueue {
  const { pool, log, onDropped } = options
  const closing = new AbortController()
  let waiting: NotedRead[] = []
  const failed = throttled((err) => log?.warn({ err }, 'who fetched documents cannot be written down yet'))
  const overflown = throttled(({ message }) => log?.warn({}, message))

  function drop(count: number): void {
    onDropped?.(count)
    overflown(new Error('who fetched documents is not written down: there are too many'))
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MOST_AT_ONCE)
      const { rowCount } = await pool.query(WRITE, [JSON.stringify(batch)])
      waiting = waiting.slice(batch.length)
      if (rowCount !== batch.length) drop(batch.length)
    }
  }

  async function run(): Promise<void> {
    const write = (): Promise<void> => writeAll().catch((error: unknown) => failed(asError(error)))
    while (await sleep(WRITE_EVERY_MS, closing.signal)) await write()
    await write()
    if (waiting.length > 0) drop(waiting.length)
  }

  const running = run()
  return {
    note(read) {
      if (waiting.length < MOST_WAITING) waiting.push(read)
      else drop(1)
    },
    close() {
      closing.abort()
      return running
    },
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
