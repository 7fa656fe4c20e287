import type { Pool } from 'pg'
import type { EventStore } from '../port.js'
import { storeUnavailable } from './errors.js'
import { fromPosition, toPosition } from './position.js'

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
