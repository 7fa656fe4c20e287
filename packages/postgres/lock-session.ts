import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

const SIGN_OF_LIFE_EVERY_MS = 1_000
/** After so long without a sign of life PostgreSQL ends the session, and its process gives up as well. */
const HELD_WITHOUT_MS = 3_500

/** In bytes; PostgreSQL cuts what is longer. */
const LONGEST_TITLE = 63

/** A connection that holds advisory locks: as long as it lives, no other holds them. */
export interface LockSession {
  /** aborts when the session is over, and every lock with it */
  readonly ended: AbortSignal
  /** false when another session holds the lock, this one does for something else in this process, or it is over */
  tryLock(name: string): Promise<boolean>
  /** Never rejects: a lock that cannot be given back ends the session. */
  unlock(name: string): Promise<void>
}

interface OpenSession extends LockSession {
  end(): Promise<void>
}

interface Shared {
  users: number
  session: Promise<OpenSession> | undefined
}

/** By the URL of their server. */
const shared = new Map<string, Shared>()

/**
 * Shares one connection for all locks of this process on a server. PostgreSQL starts a process for each connection: one that
 * stands by for a dozen tasks must not take a dozen of them, nor open them anew at each try.
 *
 * The session gives a sign of life every second; without one it ends after 3.5 s at both ends (`idle_session_timeout`,
 * PostgreSQL 14 and later), so that a process that is frozen or cut off holds nothing for long.
 *
 * @returns `session` opens the connection unless it is open, and rejects when it cannot; ask again once it has ended. The
 *   last user that leaves closes it.
 */
export function joinLockSession(url: string): {
  session(): Promise<LockSession>
  leave(): Promise<void>
} {
  const own: Shared = shared.get(url) ?? { users: 0, session: undefined }
  shared.set(url, own)
  own.users += 1
  return {
    session() {
      own.session ??= openLockSession(url, () => {
        own.session = undefined
      })
      return own.session
    },
    async leave() {
      own.users -= 1
      if (own.users > 0) return
      shared.delete(url)
      const session = await own.session?.catch(() => undefined)
      await session?.end()
    },
  }
}

async function openLockSession(url: string, onEnd: () => void): Promise<OpenSession> {
  const client = new pg.Client({
    connectionString: url,
    application_name: titleOf([]),
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    query_timeout: HELD_WITHOUT_MS,
    options: `-c idle_session_timeout=${HELD_WITHOUT_MS}`,
  })
  const ended = new AbortController()
  const held = new Set<string>()
  const end = async (): Promise<void> => {
    if (ended.signal.aborted) return
    onEnd()
    ended.abort()
    // A server that is cut off does not answer a goodbye.
    const tooLong = delay(HELD_WITHOUT_MS, undefined, { ref: false })
    await Promise.race([client.end().catch(() => undefined), tooLong])
  }
  const stop = (): void => void end()
  client.on('error', stop)
  client.on('end', stop)
  try {
    await client.connect()
  } catch (error) {
    stop()
    throw error
  }
  const query = inTurn(client)
  giveSignsOfLife(query, ended.signal).catch(stop)
  /** For people who look at the server's connections. */
  const tellHeld = async (): Promise<void> => {
    await query("select set_config('application_name', $1, false)", [titleOf(held)])
  }
  return {
    ended: ended.signal,
    end,
    async tryLock(name) {
      if (held.has(name)) return false
      held.add(name)
      try {
        const [answer] = await query('select pg_try_advisory_lock(hashtextextended($1, 0)) as won', [name])
        if (answer?.won === true) await tellHeld()
        else held.delete(name)
      } catch (error) {
        held.delete(name)
        // Told once; of those that asked the same connection after that, none has a fault of its own.
        if (ended.signal.aborted) return false
        // It may have been won all the same.
        stop()
        throw error
      }
      return held.has(name)
    },
    async unlock(name) {
      held.delete(name)
      if (ended.signal.aborted) return
      try {
        await query('select pg_advisory_unlock(hashtextextended($1, 0))', [name])
        await tellHeld()
      } catch {
        stop()
      }
    },
  }
}

/** What the connection is called in `pg_stat_activity`: as many names as fit, and how many more there are. */
function titleOf(held: Iterable<string>): string {
  const names = [...held].sort()
  if (names.length === 0) return 'leader standing by'
  for (let shown = names.length; shown > 0; shown--) {
    const more = names.length - shown
    const title = `leader ${names.slice(0, shown).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
    if (Buffer.byteLength(title) <= LONGEST_TITLE) return title
  }
  return `leader of ${names.length}`
}

type Query = (text: string, values?: readonly string[]) => Promise<readonly { readonly won?: boolean }[]>

/** The connection takes one query at a time; each waits for the one before, whatever becomes of that. */
function inTurn(client: pg.Client): Query {
  let last: Promise<unknown> = Promise.resolve()
  return (text, values = []) => {
    const answer = last.then(async () => (await client.query(text, [...values])).rows)
    last = answer.catch(() => undefined)
    return answer
  }
}

async function giveSignsOfLife(query: Query, signal: AbortSignal): Promise<void> {
  for (;;) {
    await delay(SIGN_OF_LIFE_EVERY_MS, undefined, { signal })
    await query('select 1')
  }
}
