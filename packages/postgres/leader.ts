import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

const TRY_EVERY_MS = 1_000
const SIGN_OF_LIFE_EVERY_MS = 1_000
/** After so long without a sign of life PostgreSQL ends the holder's session, and the holder gives up as well. */
const HELD_WITHOUT_MS = 3_500

/**
 * Runs work in one process at a time, fenced by a session-level advisory lock on a connection of its own. A process that
 * waits tries again every second, so another process takes over shortly after the holder's connection is gone: within
 * 5 s also when the holder is frozen or cut off from the server, since it has to give a sign of life every second
 * (`idle_session_timeout`, PostgreSQL 14 and later). A holder that wakes up may go on for the moment that it takes to
 * notice; what must not happen twice needs a fence of its own.
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
    await delay(TRY_EVERY_MS, undefined, { signal }).catch(() => undefined)
  }
}

async function leadOnce(options: Parameters<typeof runAsLeader>[0]): Promise<void> {
  const client = new pg.Client({
    connectionString: options.url,
    application_name: `leader ${options.name}`,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    query_timeout: HELD_WITHOUT_MS,
    options: `-c idle_session_timeout=${HELD_WITHOUT_MS}`,
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
    if (rows[0]?.won !== true) return
    giveSignsOfLife(client, lost.signal).catch(stop)
    await options.work(lost.signal)
  } finally {
    stop()
    options.signal.removeEventListener('abort', stop)
    await client.end().catch(() => undefined)
  }
}

async function giveSignsOfLife(client: pg.Client, signal: AbortSignal): Promise<void> {
  for (;;) {
    await delay(SIGN_OF_LIFE_EVERY_MS, undefined, { signal })
    await client.query('select 1')
  }
}
