import { sleep } from '@ecmr/runtime'
import type { Pool } from 'pg'
import { liveSchema, type Projection } from './projection.js'
import { inTransaction } from './transaction.js'

/** Work that a projection has put off, done concurrently with the runner. */
export interface Tidying {
  /** There is more important work just now. */
  putOff(): void
  /** Runs work while nothing is being tidied up, so that it finds the checkpoint free. */
  between<Result>(work: () => Promise<Result>): Promise<Result>
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
  let isWriting = false
  let current: Promise<boolean> | undefined
  const isTime = (now: number): boolean => now - busyAt > QUIET_MS || now - doneAt > LONGEST_MS

  const tidyNow = async (): Promise<boolean> => {
    current = tidyOnce(pool, projection)
    const hasMore = await current
    current = undefined
    return hasMore
  }
  const work = async (): Promise<void> => {
    while (tidy && !own.aborted) {
      await sleep(PAUSE_MS, own)
      while (isTime(performance.now()) && !own.aborted && !isWriting && (await tidyNow()));
      if (isTime(performance.now())) doneAt = performance.now()
    }
  }
  const working = work()
  return {
    putOff() {
      busyAt = performance.now()
    },
    async between(work) {
      while (current !== undefined) await current
      isWriting = true
      return work().finally(() => {
        isWriting = false
      })
    },
    async end() {
      ending.abort()
      await working
    },
  }
}

/**
 * Does a little of what a projection has put off. The lock of the checkpoint's row keeps the runner, other processes and the
 * end of a rebuild away meanwhile. What fails is tried again: whatever ails the database, the runner notices and reports
 * it.
 *
 * @returns whether there may be more
 */
export async function tidyOnce(
  pool: Pool,
  { name, tidy }: Pick<Projection<unknown>, 'name' | 'tidy'>,
): Promise<boolean> {
  try {
    return await inTransaction(pool, async (db) => {
      await db.query('select from projections.checkpoints where name = $1 for update', [name])
      const tidied = await tidy?.(db, liveSchema(name))
      // Another version of the row, by which a statement that began before the lock notices (see moveCheckpoints).
      if (tidied?.hasChanged)
        await db.query('update projections.checkpoints set generation = generation where name = $1', [name])
      return tidied?.hasMore ?? false
    })
  } catch {
    return false
  }
}
