import { type Listener, openListener } from '@ecmr/postgres'
import pg from 'pg'
import type { EventStore } from '../port.js'
import { appender, GROUPS } from './append.js'
import { follow } from './follow.js'
import { isPosition, nextPosition, previousPosition } from './position.js'
import { reader } from './read.js'

const STATEMENT_TIMEOUT_MS = 5_000
/** How much longer than the server's own limit we wait for its answer before the connection counts as dead. */
const GRACE_MS = 2_000

/**
 * Opens the event log in PostgreSQL. The tables must exist, see `migrateEventStore`.
 *
 * Connections: up to `pool.max` (default 10) for reading, two for appending, and one for wake-ups unless a listener
 * is handed in. Nothing is connected before it is needed.
 *
 * @param options.upcast whether events come in today's shape (default) or as they were recorded
 * @param options.timeoutMs how long the server may take over one statement, 5 s by default; an append waits as long
 *   for appends of other processes
 */
export async function openPostgresEventStore(options: {
  readonly url: string
  readonly pool?: { readonly max: number }
  readonly listener?: Listener
  readonly upcast?: boolean
  readonly timeoutMs?: number
}): Promise<EventStore> {
  const timeoutMs = options.timeoutMs ?? STATEMENT_TIMEOUT_MS
  const reading = openPool(options.url, 'event log', options.pool?.max ?? 10, timeoutMs)
  // Appends have connections of their own, so that slow readers never hold them up.
  const writing = openPool(options.url, 'event log appends', GROUPS, timeoutMs)
  let ownListener: Listener | undefined
  const listener = (): Listener => {
    if (options.listener) return options.listener
    ownListener ??= openListener(options.url, 'event log')
    return ownListener
  }
  const read = reader(reading, { upcast: options.upcast ?? true })
  return {
    append: appender(writing),
    readStream: read.readStream,
    readStreamEnd: read.readStreamEnd,
    readAll: read.readAll,
    head: read.head,
    follow: (following) => follow(read, listener(), following),
    isPosition,
    nextPosition,
    previousPosition,
    async close() {
      await Promise.all([ownListener?.close(), writing.end(), reading.end()])
    },
  }
}

function openPool(url: string, name: string, max: number, timeoutMs: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: name,
    max,
    keepAlive: true,
    connectionTimeoutMillis: timeoutMs,
    statement_timeout: timeoutMs,
    // A prepared statement's plan, made while the log was empty, must not scan it once it is large.
    options: '-c enable_seqscan=off',
    query_timeout: timeoutMs + GRACE_MS,
  })
  // A connection that breaks while idle is replaced at its next use; it must not end the process.
  pool.on('error', () => undefined)
  // Nor one that breaks while it is lent out: whoever holds it learns of it by the query that fails.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
