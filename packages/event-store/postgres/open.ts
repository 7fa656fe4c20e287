import { connectMs, countedPool, type Listener, openListener } from '@ecmr/postgres'
import pg from 'pg'
import { type OnReadProblem, readReports } from '../log-reading.js'
import type { PageSize } from '../page-size.js'
import type { EventStore } from '../port.js'
import { appender, GROUPS } from './append.js'
import { follow } from './follow.js'
import { chainReader, PROBE_TIMEOUT_MS, queries, writeProbe } from './query.js'
import { pageReader, reader } from './read.js'
import { countBetween, isPosition, nextPosition, previousPosition } from './rows.js'

/** How much longer than the server's own limit we wait for its answer before the connection counts as dead. */
const GRACE_MS = 2_000
/** How long it may take over a page that has taken too long before. */
const PATIENCE_MS = 60_000
/** The largest page: 4 MB come in some hundredths of a second, and take some 20 MB of memory. */
const PAGE: PageSize = { events: 4_096, bytes: 4 * 1024 * 1024 }
const FOLLOWERS = 4
const PATIENT = 2

/**
 * Opens the event log in PostgreSQL. The tables must exist, see `migrateEventStore`.
 *
 * Connections: up to `pool.max` (default 10) for reading, four for following, two for appending, two for pages that take
 * long, one for probing, and one for wake-ups unless a listener is handed in. Nothing is connected before it is needed.
 *
 * @param options.timeoutMs how long the server may take over one statement, 5 s by default; an append waits as long
 *   for appends of other processes. A page that takes longer is read in halves, with a minute for each.
 * @param options.page the largest page, 4 MB by default; a larger event is a page of its own
 * @param options.onProblem gets each page that cannot be read or takes long, at every try, and undefined when
 *   all is read again
 */
export async function openPostgresEventStore(options: {
  readonly url: string
  readonly pool?: { readonly max: number }
  readonly listener?: Listener
  readonly timeoutMs?: number
  readonly page?: PageSize
  readonly onProblem?: OnReadProblem
}): Promise<EventStore> {
  const { timeoutMs = connectMs(), page = PAGE } = options
  const reading = openPool(options.url, 'event log', options.pool?.max ?? 10, timeoutMs)
  // Followers and appends have connections of their own, so that slow readers never hold them up.
  const following = openPool(options.url, 'event log followers', FOLLOWERS, timeoutMs)
  const patience = Math.max(timeoutMs, PATIENCE_MS)
  const patient = openPool(options.url, 'event log slow pages', PATIENT, patience)
  const writing = openPool(options.url, 'event log appends', GROUPS, timeoutMs)
  const probing = openPool(options.url, 'event log probe', 1, Math.min(timeoutMs, PROBE_TIMEOUT_MS))
  let ownListener: Listener | undefined
  const listener = (): Listener => {
    if (options.listener) return options.listener
    ownListener ??= openListener(options.url, 'event log')
    return ownListener
  }
  const newReport = readReports(options.onProblem ?? (() => undefined))
  const slowly = queries(patient)
  const read = reader({ queries: { prompt: queries(reading), patient: slowly }, page, newReport })
  const followers = { queries: { prompt: queries(following), patient: slowly }, page }
  return {
    append: appender(writing),
    ...read,
    follow: ({ categories, ...place }) =>
      follow(pageReader({ ...followers, categories }), listener(), newReport(), place),
    readChain: chainReader(queries(reading)),
    isPosition,
    countBetween,
    nextPosition,
    previousPosition,
    probeWrites: writeProbe(probing),
    async close() {
      const pools = [following, patient, probing, writing, reading].map((pool) => pool.end())
      await Promise.all([ownListener?.close(), ...pools])
    },
  }
}

function openPool(url: string, name: string, max: number, timeoutMs: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: name,
    max,
    keepAlive: true,
    connectionTimeoutMillis: connectMs(),
    statement_timeout: timeoutMs,
    // A prepared statement's plan, made while the log was empty, must not scan it once it is large.
    options: '-c enable_seqscan=off',
    query_timeout: timeoutMs + GRACE_MS,
  })
  // A connection that breaks while idle is replaced at its next use; it must not end the process.
  pool.on('error', () => undefined)
  // Nor one that breaks while it is lent out: its query fails.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return countedPool(pool, name)
}
