import { sql } from 'kysely'
import type { Pool } from 'pg'
import { inTransaction, type Tx } from '../db.js'
import type { Checkpoint } from '../evidence.js'
import { formatCheckpoint } from '../formats/checkpoint-text.js'
import { toBase64 } from '../formats/encodings.js'
import { signNote } from '../formats/signed-note.js'
import type { LogKey } from '../keys/log-key.js'
import { sealedTree } from '../sealer/sealed-tree.js'
import { tileReader } from '../sealer/tiles.js'
import { rootOf } from '../tree/prove.js'
import { haltedBecause } from './halt.js'
import { signWith } from './log-keys.js'
import { NotSigned } from './not-signed.js'
import { newestCheckpoint, type StoredCheckpoint } from './stored-checkpoints.js'

/** What signs checkpoints. */
export interface CheckpointMaking {
  readonly key: LogKey
  /** the present */
  readonly clock: () => Date
}

/**
 * Signs the tree as it is now, unless the newest checkpoint says so already, or is younger than `leastAgeMs`. Any process with the
 * key may do it: one at a time does, and none signs what contradicts an earlier checkpoint.
 *
 * @returns the newest checkpoint; undefined while the tree is empty
 * @throws NotSigned when the tree contradicts an earlier checkpoint, or the key is not the log's
 */
export async function makeCheckpoint(
  pool: Pool,
  { key, clock }: CheckpointMaking,
  leastAgeMs: number,
): Promise<Checkpoint | undefined> {
  return inTransaction(pool, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('ecmr:evidence:checkpoint', 0))`.execute(tx)
    const newest = await newestCheckpoint(tx)
    const { size } = await sealedTree(tx)
    if (size === (newest?.size ?? 0) || isYounger(newest, leastAgeMs)) return newest
    const halted = await haltedBecause(tx)
    if (halted !== undefined) throw new NotSigned(halted)
    if (newest) await requireContinued(tx, newest, size)
    await signWith(tx, key.vkey, size)
    return sign(tx, { key, clock }, size, newest)
  })
}

/** A clock of the database that was set back makes checkpoints look as if they came from the future: these are old enough. */
function isYounger(newest: StoredCheckpoint | undefined, leastAgeMs: number): boolean {
  return newest !== undefined && newest.ageMs >= 0 && newest.ageMs < leastAgeMs
}

async function requireContinued(tx: Tx, newest: StoredCheckpoint, size: number): Promise<void> {
  const holds = size > newest.size && toBase64(await rootOf(newest.size, tileReader(tx))) === newest.root
  if (!holds)
    throw new NotSigned(
      `The tree of ${size} events does not continue the checkpoint of ${newest.size} that was signed at ${newest.at}: the event log or its tree was replaced. No checkpoint is signed. Restore the newer copy of the database, or see "Evidence" in docs/operations.md.`,
    )
}

async function sign(
  tx: Tx,
  { key, clock }: CheckpointMaking,
  size: number,
  newest: StoredCheckpoint | undefined,
): Promise<Checkpoint> {
  const root = await rootOf(size, tileReader(tx))
  const now = clock().toISOString()
  // Times never decrease, whatever the clocks of several processes say.
  const at = newest && newest.at > now ? newest.at : now
  const note = signNote(formatCheckpoint({ origin: key.name, size, root, at }), key)
  const made = { size, root: toBase64(root), at, note }
  const clock_behind_ms = Date.parse(at) - Date.parse(now)
  await tx
    .insertInto('evidence.checkpoints')
    .values({ ...made, signed: note, clock_behind_ms })
    .execute()
  return made
}
