import { backoff, reasonOf, sleep } from '@ecmr/runtime'
import type { NamedObjects } from '@ecmr/storage'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { evidenceDb } from '../db.js'
import { nameOf } from './names.js'

const LOOK_EVERY_MS = 1_000
const AT_A_TIME = 100
const PAUSES = { firstDelayMs: 1_000, maxDelayMs: 60_000 }

/** Something to keep: a checkpoint, or the time stamp over one. */
interface Unkept {
  readonly size: number
  readonly name: string
  readonly bytes: Uint8Array
  readonly column: 'kept_at' | 'stamp_kept_at'
}

/**
 * Copies each checkpoint, and each time stamp over one, to a place outside the database until the signal aborts. While that place is
 * full or away they wait. A name that is taken there by other bytes is said as long as it is so.
 */
export async function keepOutside(options: {
  readonly pool: Pool
  readonly objects: NamedObjects
  readonly signal: AbortSignal
  readonly onProblem: (sentence: string | undefined) => void
}): Promise<void> {
  const { pool, objects, signal, onProblem } = options
  const pauses = backoff(PAUSES)
  while (!signal.aborted) {
    try {
      const taken = await keepSome(pool, objects)
      onProblem(taken === undefined ? undefined : otherBytes(taken))
      pauses.reset()
      await sleep(LOOK_EVERY_MS, signal)
    } catch (error) {
      onProblem(`Checkpoints cannot be kept in EVIDENCE_CHECKPOINTS, and wait: ${reasonOf(error)}`)
      await pauses.wait(signal)
    }
  }
}

/** @returns a name that is taken by other bytes */
async function keepSome(pool: Pool, objects: NamedObjects): Promise<string | undefined> {
  let taken: string | undefined
  for (const { size, name, bytes, column } of await unkept(pool)) {
    const added = await objects.add(name, bytes)
    if (added === 'other') taken ??= name
    else
      await evidenceDb(pool)
        .updateTable('evidence.checkpoints')
        .set({ [column]: sql`clock_timestamp()` })
        .where('size', '=', size)
        .execute()
  }
  return taken
}

/** The oldest first: whatever is kept has all before it beside it. */
async function unkept(pool: Pool): Promise<readonly Unkept[]> {
  const rows = await evidenceDb(pool)
    .selectFrom('evidence.checkpoints')
    .select(['size', 'root', 'signed', 'stamp', 'kept_at', 'stamp_kept_at'])
    .where((either) =>
      either.or([
        either('kept_at', 'is', null),
        either.and([either('stamp', 'is not', null), either('stamp_kept_at', 'is', null)]),
      ]),
    )
    .orderBy('size')
    .limit(AT_A_TIME)
    .execute()
  return rows.flatMap(({ size, root, signed, stamp, kept_at, stamp_kept_at }): readonly Unkept[] => {
    const name = nameOf({ size, root })
    const note = { size, name: `${name}.note`, bytes: Buffer.from(signed), column: 'kept_at' } as const
    const stamped = stamp && { size, name: `${name}.tsr`, bytes: stamp, column: 'stamp_kept_at' as const }
    return [...(kept_at ? [] : [note]), ...(stamped && !stamp_kept_at ? [stamped] : [])]
  })
}

function otherBytes(name: string): string {
  return `EVIDENCE_CHECKPOINTS holds ${name} with other bytes than this checkpoint: it was changed there, or another installation writes to the same place. It is not replaced.`
}
