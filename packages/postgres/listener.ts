import pg from 'pg'

/** Wake-ups through LISTEN/NOTIFY over one connection of its own, which is opened again whenever it breaks. */
export interface Listener {
  /**
   * Calls back on every notification of a channel, and once after each reconnection, since notifications sent in
   * between are lost. Returns how to stop it.
   *
   * @param onLost called as soon as the connection is lost: the server may have crashed, and may answer others before it
   *   is heard again
   */
  on(channel: string, callback: (payload: string | undefined) => void, onLost?: () => void): () => void
  /** Resolves when all channels are being listened to. */
  ready(): Promise<void>
  close(): Promise<void>
}

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000
/** A connection that is cut off without a word is noticed by asking it something. */
const SIGN_OF_LIFE_EVERY_MS = 5_000
const SIGN_OF_LIFE_WITHIN_MS = 3_000

/** Opens a listener. It never throws later: while the server is away, callers live on their polling. */
export function openListener(url: string, name: string): Listener {
  const callbacks = new Map<string, Set<(payload: string | undefined) => void>>()
  const losses = new Set<() => void>()
  let client: pg.Client | undefined
  let closed = false
  let pause = FIRST_PAUSE_MS
  let timer: NodeJS.Timeout | undefined
  let asking: NodeJS.Timeout | undefined
  let connected: Promise<void> = connect()

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      application_name: `${name} listener`,
      keepAlive: true,
      connectionTimeoutMillis: SIGN_OF_LIFE_WITHIN_MS,
      query_timeout: SIGN_OF_LIFE_WITHIN_MS,
    })
    let broken = false
    const onBroken = (): void => {
      if (broken) return
      broken = true
      const isLost = client === next
      if (isLost) client = undefined
      clearInterval(asking)
      next.end().catch(() => undefined)
      if (closed) return
      if (isLost) for (const onLost of losses) onLost()
      timer = setTimeout(() => {
        connected = connect()
      }, pause)
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
    }
    next.on('error', onBroken)
    next.on('end', onBroken)
    next.on('notification', ({ channel, payload }) => {
      for (const callback of callbacks.get(channel) ?? []) callback(payload)
    })
    try {
      await next.connect()
      for (const channel of callbacks.keys()) await next.query(`listen ${next.escapeIdentifier(channel)}`)
      // It may have ended in the same moment in which it answered: then another is on its way.
      if (broken) return
      client = next
      pause = FIRST_PAUSE_MS
      asking = setInterval(() => next.query('select 1').catch(onBroken), SIGN_OF_LIFE_EVERY_MS)
      for (const set of callbacks.values()) for (const callback of set) callback(undefined)
    } catch {
      onBroken()
    }
  }

  return {
    on(channel, callback, onLost) {
      if (onLost) losses.add(onLost)
      const known = callbacks.get(channel)
      if (known) known.add(callback)
      else {
        callbacks.set(channel, new Set([callback]))
        connected = connected.then(async () => {
          await client?.query(`listen ${client.escapeIdentifier(channel)}`).catch(() => undefined)
        })
      }
      return () => {
        callbacks.get(channel)?.delete(callback)
        if (onLost) losses.delete(onLost)
      }
    },
    ready: () => connected,
    async close() {
      closed = true
      clearTimeout(timer)
      await connected
      clearInterval(asking)
      await client?.end().catch(() => undefined)
    },
  }
}
