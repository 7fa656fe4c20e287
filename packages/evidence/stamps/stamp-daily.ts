import { backoff, reasonOf, sleep } from '@ecmr/runtime'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { newestCheckpoint } from '../checkpoints/stored-checkpoints.js'
import { evidenceDb } from '../db.js'
import { parseNote } from '../formats/signed-note.js'
import { askAuthority } from './ask-authority.js'

const LOOK_EVERY_MS = 10_000
const PAUSES = { firstDelayMs: 5_000, maxDelayMs: 10 * 60_000 }

/**
 * Has the newest checkpoint stamped once a day until the signal aborts, if there is a new one. The stamp is over the text of the
 * checkpoint, which signatures and cosignatures are over as well.
 */
export async function stampDaily(options: {
  readonly pool: Pool
  readonly url: string
  readonly signal: AbortSignal
  readonly onProblem: (sentence: string | undefined) => void
  /** how often it is looked whether a stamp is due, milliseconds */
  readonly lookEveryMs?: number
}): Promise<void> {
  const { pool, url, signal, onProblem, lookEveryMs = LOOK_EVERY_MS } = options
  const pauses = backoff(PAUSES)
  while (!signal.aborted) {
    try {
      if (await isDue(pool)) await stampNewest(pool, url, signal)
      onProblem(undefined)
      pauses.reset()
      await sleep(lookEveryMs, signal)
    } catch (error) {
      onProblem(reasonOf(error))
      await pauses.wait(signal)
    }
  }
}

async function isDue(pool: Pool): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select coalesce((select stamp is null from evidence.checkpoints order by size desc limit 1), false)
      and not exists (
        select from evidence.checkpoints where stamp is not null and stamped_at > clock_timestamp() - interval '1 day'
      ) as due`.execute(evidenceDb(pool))
  return rows[0]?.due === true
}

async function stampNewest(pool: Pool, url: string, signal: AbortSignal): Promise<void> {
  const newest = await newestCheckpoint(pool)
  if (!newest) return
  const stamp = await askAuthority(url, parseNote(newest.signed).text, signal)
  await evidenceDb(pool)
    .updateTable('evidence.checkpoints')
    .set({ stamp, stamped_at: sql`clock_timestamp()` })
    .where('size', '=', newest.size)
    .where('stamp', 'is', null)
    .execute()
}
