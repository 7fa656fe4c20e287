import { setTimeout as delay } from 'node:timers/promises'
import type { openPool } from '@ecmr/postgres'
import type { PoolClient } from 'pg'

type Pool = ReturnType<typeof openPool>

/** Something that holds up others from when it is taken until it is released. */
export interface Hold {
  take(): Promise<void>
  release(): Promise<void>
}

/** A session that locks a table and then does nothing, as a forgotten transaction does. @param lock such as `s.t in share mode` */
export function forgottenTransaction(pool: Pool, lock: string): Hold {
  let client: PoolClient | undefined
  return {
    async take() {
      client = await pool.connect()
      await client.query(`begin; lock table ${lock}`)
    },
    async release() {
      await client?.query('rollback')
      client?.release()
      client = undefined
    },
  }
}

/** A session that locks a table for a while, again and again, as a job does that was written without a thought for others. */
export function repeatedLock(
  pool: Pool,
  lock: string,
  { heldMs, freeMs }: { readonly heldMs: number; readonly freeMs: number },
): Hold {
  const ending = new AbortController()
  let ended: Promise<void> = Promise.resolve()

  async function work(): Promise<void> {
    while (!ending.signal.aborted) {
      const hold = forgottenTransaction(pool, lock)
      await hold.take()
      await delay(heldMs, undefined, { signal: ending.signal }).catch(() => undefined)
      await hold.release()
      await delay(freeMs, undefined, { signal: ending.signal }).catch(() => undefined)
    }
  }

  return {
    async take() {
      ended = work()
    },
    async release() {
      ending.abort()
      await ended
    },
  }
}
