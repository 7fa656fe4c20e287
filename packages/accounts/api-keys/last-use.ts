import type { Pool } from 'pg'

const WRITE_EVERY_MS = 5_000

/** Notes when keys were used, off the path of requests. */
export interface LastUseRecorder {
  used(keyId: string, at: Date): void
  /** Writes what is left and stops. */
  close(): Promise<void>
}

/** Collects uses in memory and writes them every five seconds in one statement. */
export function lastUseRecorder(pool: Pool, onError: (error: unknown) => void = () => {}): LastUseRecorder {
  let uses = new Map<string, Date>()
  let writing: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    writing = write()
  }, WRITE_EVERY_MS).unref()

  async function write(): Promise<void> {
    if (uses.size === 0) return
    const batch = uses
    uses = new Map()
    try {
      await pool.query(
        `update accounts.api_keys k set last_used_at = greatest(k.last_used_at, u.at)
           from unnest($1::text[], $2::timestamptz[]) as u(id, at) where k.id = u.id`,
        [[...batch.keys()], [...batch.values()]],
      )
    } catch (error) {
      uses = new Map([...batch, ...uses])
      onError(error)
    }
  }

  return {
    used: (keyId, at) => void uses.set(keyId, at),
    async close() {
      clearInterval(timer)
      await writing
      await write()
    },
  }
}
