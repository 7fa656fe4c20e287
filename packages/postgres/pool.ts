import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'

// bigint columns hold counters and positions, all far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * Opens a connection pool.
 *
 * @param options.max most connections at once
 * @param options.name shown in `pg_stat_activity`
 * @param options.onError told of faults on idle connections; the pool replaces such a connection by itself
 */
export function openPool(options: {
  readonly url: string
  readonly max: number
  readonly name: string
  readonly onError?: (error: Error) => void
}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max,
    application_name: options.name,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  // An idle connection that breaks must not end the process.
  pool.on('error', (error) => options.onError?.(error))
  // Nor one that breaks while it is lent out: whoever holds it learns of it by the query that fails.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** A typed query builder over a pool. Ending the pool stays the business of whoever opened it. */
export function kyselyOver<Tables>(pool: pg.Pool): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
