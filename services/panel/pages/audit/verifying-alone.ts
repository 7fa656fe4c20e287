import type { Pool, PoolClient } from 'pg'

/**
 * Works with a connection while nobody else does so for the same person, in whichever process: proving streams is work
 * that one person must not ask for twenty times at once. It has one connection for all it reads, so that as many as
 * there are connections cannot wait for each other.
 *
 * @returns `busy` when somebody does already
 */
export async function verifyingAlone<Result>(
  pool: Pool,
  personId: string,
  work: (db: PoolClient) => Promise<Result>,
): Promise<Result | 'busy'> {
  const client = await pool.connect()
  let failed = true
  try {
    await client.query('begin')
    const { rows } = await client.query<{ won: boolean }>(
      'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as won',
      [`ecmr:verification:${personId}`],
    )
    const result = rows[0]?.won ? await work(client) : 'busy'
    await client.query('commit')
    failed = false
    return result
  } finally {
    // Closing a connection lets go of its lock.
    client.release(failed)
  }
}
