import type { Pool } from 'pg'

const WRITE_EVERY_MS = 5_000

/** Notes when keys or grants were used, off the path of requests. */
export interface LastUseRecorder {
  used(id: string, at: Date): void
  close(): Promise<void>
}

/**
 * Collects uses in memory and writes them every five seconds in one statement.
 *
 * @param options.statement writes them; `$1` are the ids and `$2` the times, two arrays of one length
 * @param options.onError called when a write failed; it is retried
 */
export function lastUseRecorder(options: {
  readonly pool: Pool
  readonly statement: string
  readonly onError?: ((error: unknown) => void) | undefined
}): LastUseRecorder {
  const { pool, statement, onError } = options
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
      await pool.query(statement, [[...batch.keys()], [...batch.values()]])
    } catch (error) {
      uses = new Map([...batch, ...uses])
      onError?.(error)
    }
  }

  return {
    used: (id, at) => void uses.set(id, at),
    async close() {
      clearInterval(timer)
      await writing
      await write()
    },
  }
}
