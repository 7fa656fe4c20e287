import { sql } from 'kysely'
import type { Pool } from 'pg'
import { builderOver, evidenceDb, type Tx } from '../db.js'
import type { Checkpoint } from '../evidence.js'

/** A checkpoint as the database holds it. */
export interface StoredCheckpoint extends Checkpoint {
  /** the note as the log signed it, without cosignatures */
  readonly signed: string
  /** milliseconds since it was made, by the clock of the database */
  readonly ageMs: number
  /** how far the clock of the process that made it was behind `at` */
  readonly clockBehindMs: number
}

const query = (db: Pool | Tx) =>
  builderOver(db)
    .selectFrom('evidence.checkpoints')
    .select(['size', 'root', 'at', 'note', 'signed', 'clock_behind_ms as clockBehindMs'])
    .select(sql<number>`(extract(epoch from clock_timestamp() - made_at) * 1000)::float8`.as('ageMs'))

/** The newest checkpoint; undefined before the first. */
export async function newestCheckpoint(db: Pool | Tx): Promise<StoredCheckpoint | undefined> {
  return query(db).orderBy('size', 'desc').limit(1).executeTakeFirst()
}

/** Adds lines with cosignatures to a checkpoint's note; those that are there already are left out. */
export async function addCosignatures(pool: Pool, size: number, lines: readonly string[]): Promise<void> {
  for (const line of lines)
    await evidenceDb(pool)
      .updateTable('evidence.checkpoints')
      .set({ note: sql`note || ${line}::text` })
      .where('size', '=', size)
      .where(sql<boolean>`position(${line}::text in note) = 0`)
      .execute()
}
