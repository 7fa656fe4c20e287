import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/**
 * Runs work in one process at a time, fenced by a session-level advisory lock on a connection of its own. Whoever
 * waits tries again every second, so another process takes over shortly after the holder's connection is gone.
 *
 * `work` gets a signal that aborts when the lock is lost or the outer signal aborts; it is started again whenever the
 * lock is won again. Resolves only when the outer signal aborts. Errors of `work` go to `onError`, and after a pause
 * it is tried again.
 */
export async function runAsLeader(options: {
  readonly url: string
  /** what is led; processes with the same name exclude each other */
  readonly name: string
  readonly signal: AbortSignal
  readonly work: (signal: AbortSignal) => Promise<void>
  readonly onError?: (error: unknown) => void
}): Promise<void> {
  const { signal } = options
  while (!signal.aborted) {
    try {
      await leadOnce(options)
    } catch (error) {
      if (!signal.aborted) options.onError?.(error)
    }
    await delay(1_000, undefined, { signal }).catch(() => undefined)
  }
}

async function leadOnce(options: Parameters<typeof runAsLeader>[0]): Promise<void> {
  const client = new pg.Client({
    connectionString: options.url,
    application_name: `leader ${options.name}`,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  })
  const lost = new AbortController()
  const stop = (): void => lost.abort()
  options.signal.addEventListener('abort', stop, { once: true })
  client.on('error', stop)
  client.on('end', stop)
  try {
    await client.connect()
    const { rows } = await client.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as won', [
      options.name,
    ])
    if (rows[0]?.won === true) await options.work(lost.signal)
  } finally {
    options.signal.removeEventListener('abort', stop)
    await client.end().catch(() => undefined)
  }
}
