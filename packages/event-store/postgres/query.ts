import pg, { type Pool } from 'pg'
import { EventNotStorable, type EventStore, OutcomeUnknown, StoreUnavailable } from '../port.js'
import { fromPosition, toPosition } from './rows.js'

// SQLSTATE classes (PostgreSQL manual, appendix A) that blame what was sent: data, constraints, program limits.
const BLAMES_THE_INPUT = /^(22|23|54)/
// The server ended the connection; a commit may have come before.
const CONNECTION_ENDED = /^(08|57P0)/

/** What a failed append means for its caller. */
export function appendError(error: unknown): EventNotStorable | StoreUnavailable | OutcomeUnknown {
  if (error instanceof pg.DatabaseError && error.code && !CONNECTION_ENDED.test(error.code))
    return BLAMES_THE_INPUT.test(error.code)
      ? new EventNotStorable(`PostgreSQL refused the append: ${error.message}`, { cause: error })
      : storeUnavailable(error)
  if (neverSent(error)) return storeUnavailable(error)
  return new OutcomeUnknown('the connection to PostgreSQL was lost during an append', { cause: error })
}

/** A failure to connect or to read: nothing was recorded. */
export function storeUnavailable(error: unknown): StoreUnavailable {
  const reason = error instanceof Error ? error.message || error.name : String(error)
  return new StoreUnavailable(`the event log in PostgreSQL does not answer: ${reason}`, { cause: error })
}

/** SQLSTATE of a statement that the server ended because its time was over. */
const QUERY_CANCELED = '57014'

/**
 * Whether a read failed only because it took too long: less of it may be read in time. A server that is silent beyond its
 * own limit is none of that: it is away, and so is the connection.
 */
export function isTooSlow(error: unknown): error is StoreUnavailable {
  if (!(error instanceof StoreUnavailable)) return false
  return error.cause instanceof pg.DatabaseError && error.cause.code === QUERY_CANCELED
}

/** pg refuses to send on a connection that it knows to be broken, in these words. */
function neverSent(error: unknown): boolean {
  return error instanceof Error && error.message.includes('not queryable')
}

/** Makes a query by a prepared statement. */
export type Query = <Row extends object>(name: string, text: string, values: unknown[]) => Promise<Row[]>

/** Queries over a pool's connections; they reject with StoreUnavailable. */
export function queries(pool: Pool): Query {
  return async <Row extends object>(name: string, text: string, values: unknown[]) => {
    try {
      return (await pool.query<Row>({ name, text, values })).rows
    } catch (error) {
      throw storeUnavailable(error)
    }
  }
}

const CHAIN = `select position, encode(chain, 'hex') as chain from log.events
  where position >= $1 and position <= $2 order by position`

/** Reads the chain over the whole log. */
export function chainReader(query: Query): NonNullable<EventStore['readChain']> {
  return async ({ from, upTo }) => {
    const values = [fromPosition(from), fromPosition(upTo)]
    const rows = await query<{ position: number; chain: string }>('log.chain', CHAIN, values)
    return rows.map(({ position, chain }) => ({ position: toPosition(position), chain }))
  }
}

/** Short, because a readiness check waits for it; an append may wait longer. */
export const PROBE_TIMEOUT_MS = 1_500

/** Writes as an append does, over a pool of its own: those of appends may all be waiting. */
export function writeProbe(pool: Pool): NonNullable<EventStore['probeWrites']> {
  return async () => {
    try {
      await pool.query('select log.probe_writes()')
    } catch (error) {
      throw storeUnavailable(error)
    }
  }
}
