import { sleep } from '@ecmr/runtime'
import type { Pool } from 'pg'
import { liveSchema, type Projection } from './projection.js'
import { inTransaction } from './transaction.js'

/** Work that a projection has put off, done concurrently with the runner. */
export interface Tidying {
  /** There is more important work just now. */
  putOff(): void
  /** Resolves when it has stopped. */
  end(): Promise<void>
}

const PAUSE_MS = 200
/** How long after the last busy batch it is quiet. */
const QUIET_MS = 1_000
/** If it never gets quiet, some is done at least this often. */
const LONGEST_MS = 30_000

/** Lets a projection tidy up, a little at a time, whenever it has not been busy for a second. */
export function tidyWhenQuiet(pool: Pool, projection: Projection<unknown>, signal: AbortSignal): Tidying {
  const { tidy } = projection
  const ending = new AbortController()
  const own = AbortSignal.any([signal, ending.signal])
  let busyAt = 0
  let doneAt = performance.now()
  const isTime = (now: number): boolean => now - busyAt > QUIET_MS || now - doneAt > LONGEST_MS

  const work = async (): Promise<void> => {
    while (tidy && !own.aborted) {
      await sleep(PAUSE_MS, own)
      while (isTime(performance.now()) && !own.aborted && (await tidyOnce(pool, projection.name, tidy)));
      if (isTime(performance.now())) doneAt = performance.now()
    }
  }
  const working = work()
  return {
    putOff() {
      busyAt = performance.now()
    },
    async end() {
      ending.abort()
      await working
    },
  }
}

// The checkpoint's row lock keeps the runner, other processes and the end of a rebuild away meanwhile. What fails is
// tried again: whatever ails the database, the runner notices and reports it.
async function tidyOnce(
  pool: Pool,
  name: string,
  tidy: NonNullable<Projection<unknown>['tidy']>,
): Promise<boolean> {
  try {
    return await inTransaction(pool, async (db) => {
      await db.query('select from projections.checkpoints where name = $1 for update', [name])
      return tidy(db, liveSchema(name))
    })
  } catch {
    return false
  }
}
