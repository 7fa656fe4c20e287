import type { Pool, PoolClient } from 'pg'

/** Works with a connection of its own, unless it is not this person's turn. */
export type VerifyingAlone = <Result>(
  personId: string,
  work: (db: PoolClient) => Promise<Result>,
) => Promise<Result | 'busy'>

/** So many people at a time, so that connections are left for whoever only wants to see a page. */
const MOST_AT_ONCE = 3

/**
 * Proving streams is work that one person must not ask for twenty times at once, in whichever process, and that not too
 * many ask for in one process. Each has one connection for all that it reads, so that they cannot wait for each other.
 */
export function verifyingAlone(pool: Pool): VerifyingAlone {
  let underWay = 0
  return async (personId, work) => {
    if (underWay >= MOST_AT_ONCE) return 'busy'
    underWay++
    try {
      return await oncePerPerson(pool, personId, work)
    } finally {
      underWay--
    }
  }
}

async function oncePerPerson<Result>(
  pool: Pool,
  personId: string,
  work: (db: PoolClient) => Promise<Result>,
): Promise<Result | 'busy'> {
  const client = await pool.connect()
  const lock = [`ecmr:verification:${personId}`]
  let failed = true
  try {
    // Not a transaction: one that does nothing while streams are read would be ended before long.
    const { rows } = await client.query<{ won: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as won',
      lock,
    )
    const won = rows[0]?.won === true
    const result = won ? await work(client) : 'busy'
    if (won) await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', lock)
    failed = false
    return result
  } finally {
    // Closing a connection lets go of its lock.
    client.release(failed)
  }
}
