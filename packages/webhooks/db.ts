import { queryBuilders, transactions } from '@ecmr/postgres'
import type { Kysely, Transaction } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { WebhookTables } from './tables.js'

type Tables = WebhookTables

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

/** The query builder over a pool, for the schema `webhooks`. */
export const webhooksDb = queryBuilders<Tables>()

/** Runs work in a transaction; a rejection rolls it back. */
export const inTransaction = transactions(webhooksDb)

/**
 * How many deliveries are pending changes from nothing to a hundred thousand between two looks of the planner at the
 * table, so it may take an index that only looks as good as the right one. Without sorting, `order by … limit` leaves
 * it the one index that has this order. Before version 18 PostgreSQL charges so much for what is switched off, and
 * cannot be avoided, that it would compile the statement, which takes longer than carrying it out.
 */
export const STEADY_PLANS =
  'set local enable_sort = off; set local enable_incremental_sort = off; set local enable_bitmapscan = off; set local jit = off'

/** The same for reads through an index of all deliveries: they never scan the whole table. */
export const BY_INDEX = `${STEADY_PLANS}; set local enable_seqscan = off`

/** Runs a transaction over what is pending, by plans that do not depend on statistics. */
export async function withSteadyPlans<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query(`begin; ${STEADY_PLANS}`)
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    // Closing the connection rolls back, also when that is the very thing that does not work any more.
    client.release(true)
    throw error
  }
}
