import type { Pool } from 'pg'
import { storeUnavailable } from './errors.js'

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
