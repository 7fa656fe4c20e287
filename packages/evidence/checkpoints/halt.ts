import { sql } from 'kysely'
import type { Pool } from 'pg'
import { evidenceDb, type Tx } from '../db.js'

/** Why no process may sign checkpoints; undefined: they may. */
export async function haltedBecause(tx: Tx): Promise<string | undefined> {
  const row = await tx.selectFrom('evidence.sealing').select('halted').executeTakeFirst()
  return row?.halted ?? undefined
}

/** Keeps every process from signing checkpoints, or with null lets them. */
export async function halt(pool: Pool, because: string | null): Promise<void> {
  await evidenceDb(pool)
    .insertInto('evidence.sealing')
    .values({ reported_at: sql`clock_timestamp()`, halted: because })
    .onConflict((conflict) => conflict.column('one').doUpdateSet({ halted: because }))
    .execute()
}
