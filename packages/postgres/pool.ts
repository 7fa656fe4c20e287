import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { connectMs } from './connect-ms.js'
import { countedPool } from './pool-metrics.js'

// bigint columns hold counters and positions, all far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** How long a service lets a statement take, so that a frozen or unreachable server holds up no caller for longer. */
export const LONGEST_STATEMENT_MS = 8_000

/** How long a statement of a request may wait for a lock of another session. */
const LONGEST_LOCK_WAIT_MS = 3_000

/** The limits of a pool over which requests are answered: each is answered, or refused, within some seconds. */
export const SERVING = { timeoutMs: LONGEST_STATEMENT_MS, lockTimeoutMs: LONGEST_LOCK_WAIT_MS } as const

/** How much longer than the server's own limit we wait for its answer before the connection counts as dead. */
const GRACE_MS = 2_000

/**
 * After so long without a word from us in an open transaction the server ends it. A process that was frozen or cut off
 * in the middle would otherwise keep what it has locked, and its successor waiting, until TCP gives up after hours.
 */
const LONGEST_SILENCE_MS = 5_000

/**
 * Opens a connection pool.
 *
 * @param options.max most connections at once
 * @param options.name shown in `pg_stat_activity`
 * @param options.timeoutMs how long the server may take over one statement, and a transaction may then wait for us no
 *   longer than 5 s; without it, as long as either wants to, and one that has vanished without a word holds the other up
 * @param options.lockTimeoutMs how long a statement may wait for a lock; without it, as long as a statement may take
 * @param options.role what our connections may do is what this role may, see `limitRole`
 * @param options.onError called with errors on idle connections; the pool replaces such a connection
 */
export function openPool(options: {
  readonly url: string
  readonly max: number
  readonly name: string
  readonly timeoutMs?: number
  readonly lockTimeoutMs?: number
  readonly role?: string
  readonly onError?: (error: Error) => void
}): pg.Pool {
  const { timeoutMs, lockTimeoutMs, role } = options
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max,
    application_name: options.name,
    connectionTimeoutMillis: connectMs(),
    keepAlive: true,
    ...(role !== undefined && { options: `-c role=${asOption(role)}` }),
    ...(timeoutMs && {
      statement_timeout: timeoutMs,
      query_timeout: timeoutMs + GRACE_MS,
      idle_in_transaction_session_timeout: LONGEST_SILENCE_MS,
    }),
    ...(lockTimeoutMs && { lock_timeout: lockTimeoutMs }),
  })
  // An idle connection that breaks must not end the process.
  pool.on('error', (error) => options.onError?.(error))
  pool.on('connect', (client) => {
    // Nor one that breaks while it is lent out: its query fails.
    client.on('error', () => undefined)
    closeWhenSilent(client)
  })
  return countedPool(pool, options.name)
}

/** What pg says of a statement that was not answered within `query_timeout`. */
const NO_ANSWER = 'Query read timeout'

/**
 * Closes a connection whose statement is not answered in time. pg leaves it open and the statement under way, and the query builder
 * gives it back to the pool as sound: its next user would wait behind that statement.
 */
function closeWhenSilent(client: pg.PoolClient): void {
  const query = Reflect.get(client, 'query')
  const onFault = (error: unknown): void => {
    if (error instanceof Error && error.message === NO_ANSWER) client.end().catch(() => undefined)
  }
  Reflect.set(client, 'query', (...statement: readonly unknown[]) => {
    const answer: unknown = Reflect.apply(query, client, statement)
    if (answer instanceof Promise) answer.catch(onFault)
    return answer
  })
}

// The server takes options apart at spaces that no backslash precedes.
function asOption(text: string): string {
  return text.replace(/[\s\\]/g, '\\$&')
}

/**
 * Makes a function that gives the query builder over a pool, one for each pool. The pool's opener ends the pool.
 *
 * @example
 * const accountsDb = queryBuilders<AccountsTables>()
 * await accountsDb(pool).selectFrom('accounts.users').selectAll().execute()
 */
export function queryBuilders<Tables>(): (pool: pg.Pool) => Kysely<Tables> {
  const builders = new WeakMap<pg.Pool, Kysely<Tables>>()
  return (pool) => {
    const builder = builders.get(pool) ?? new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
    builders.set(pool, builder)
    return builder
  }
}

/** Makes a function that runs work in a transaction. */
export function transactions<Tables>(builderOver: (pool: pg.Pool) => Kysely<Tables>) {
  return <Result>(pool: pg.Pool, work: (tx: Transaction<Tables>) => Promise<Result>): Promise<Result> =>
    builderOver(pool).transaction().execute(work)
}
