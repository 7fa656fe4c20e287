import { CommandFailed } from '../failure.js'
import type { Installation } from '../installation.js'

/**
 * Runs work while no other process copies the log of this installation.
 *
 * @throws CommandFailed when another process does
 */
export async function copyingAlone<Result>(
  { pool }: Pick<Installation, 'pool'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ won: boolean }>(
      `select pg_try_advisory_lock(hashtextextended('copy of the log', 0)) as won`,
    )
    if (rows[0]?.won !== true) throw new CommandFailed('The log is being copied already by another command.')
    return await work()
  } finally {
    // The lock goes with its connection.
    client.release(true)
  }
}
