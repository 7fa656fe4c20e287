import type { Pool } from 'pg'
import { BackupUnderWay } from '../backup-fault.js'

/**
 * Runs work while no other process takes or removes backups of this installation.
 *
 * @throws BackupUnderWay when another one does
 */
export async function whileAlone<Result>(pool: Pool, work: () => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ won: boolean }>(
      `select pg_try_advisory_lock(hashtextextended('ecmr:backup', 0)) as won`,
    )
    if (rows[0]?.won !== true) throw new BackupUnderWay()
    return await work()
  } finally {
    // The end of the connection frees the lock as well, but a moment later.
    await client.query('select pg_advisory_unlock_all()').catch(() => undefined)
    client.release(true)
  }
}
