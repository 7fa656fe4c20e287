import { type Position, START, storedPosition } from '@ecmr/event-store'
import type { Listener } from '@ecmr/postgres'
import type { Pool } from 'pg'
import { POSITIONS_CHANNEL } from './checkpoint.js'

/** How far the projections have come, known in memory. */
export interface ProjectionPositions {
  /** Resolves with true once all named projections have passed a position, with false when the time is over. */
  waitFor(names: readonly string[], position: Position, timeoutMs: number): Promise<boolean>
  /**
   * Calls back whenever a projection has moved, and when it may have moved unheard; what was heard twice is no news. Returns
   * how to stop it.
   */
  onMove(name: string, callback: () => void): () => void
  /** Read from the database. */
  position(name: string): Promise<Position>
  close(): void
}

interface Waiter {
  readonly names: readonly string[]
  readonly position: Position
  readonly resolve: (passed: boolean) => void
}

const CHECK_MS = 100

/**
 * Follows the projections' positions by notification. While a caller waits the database is asked as well, ten times a
 * second, since a notification may have been lost with a connection.
 */
export function projectionPositions(options: {
  readonly pool: Pool
  readonly listener: Listener
}): ProjectionPositions {
  const { pool, listener } = options
  const known = new Map<string, Position>()
  const waiters = new Set<Waiter>()
  const moves = new Set<{ readonly name: string; readonly callback: () => void }>()
  let timer: NodeJS.Timeout | undefined
  let asking = false
  /** notified since the database was asked, whose answer may be older */
  const newer = new Set<string>()
  let isListening = true
  let losses = 0

  const passed = ({ names, position }: Omit<Waiter, 'resolve'>): boolean =>
    names.every((name) => hasPassed(known.get(name) ?? START, position))

  const wake = (): void => {
    for (const waiter of waiters) if (passed(waiter)) waiter.resolve(true)
  }

  const forget = (): void => {
    known.clear()
    newer.clear()
  }

  // What the database says replaces what was known: after a crash of the server a projection may stand further back.
  // Until notifications are heard again it counts for those alone who wait for it, since another crash would not be heard.
  const ask = async (): Promise<void> => {
    if (asking) return
    asking = true
    newer.clear()
    const before = losses
    try {
      const found = await readPositions(pool)
      if (losses !== before) return
      for (const [name, position] of found) if (!newer.has(name)) known.set(name, position)
      wake()
      if (!isListening) forget()
    } catch {
      // Callers that wait get the timeout.
    } finally {
      asking = false
    }
  }

  const hear = (payload: string | undefined): void => {
    if (payload === undefined) {
      isListening = true
      forget()
      void ask()
      for (const { callback } of moves) callback()
      return
    }
    const [name = '', stored = START] = payload.split(' ')
    const position = storedPosition(stored)
    // They come in the order of the commits; only a rebuild of a log that has become shorter moves one back.
    known.set(name, position)
    newer.add(name)
    wake()
    for (const move of moves) if (move.name === name) move.callback()
  }

  // A crash of the server takes back what it had not written to disk, and it answers queries before it is heard again.
  const onLost = (): void => {
    isListening = false
    losses++
    forget()
  }

  const stopListening = listener.on(POSITIONS_CHANNEL, hear, onLost)
  void ask()

  return {
    waitFor(names, position, timeoutMs) {
      if (passed({ names, position })) return Promise.resolve(true)
      return new Promise((resolve) => {
        const timeout = setTimeout(() => waiter.resolve(false), timeoutMs)
        const waiter: Waiter = {
          names,
          position,
          resolve: (result) => {
            clearTimeout(timeout)
            waiters.delete(waiter)
            if (waiters.size === 0) clearInterval(timer)
            resolve(result)
          },
        }
        if (waiters.size === 0) timer = setInterval(ask, CHECK_MS)
        waiters.add(waiter)
      })
    },
    onMove(name, callback) {
      const move = { name, callback }
      moves.add(move)
      return () => void moves.delete(move)
    },
    async position(name) {
      return (await readPositions(pool)).get(name) ?? ''
    },
    close() {
      stopListening()
      for (const waiter of waiters) waiter.resolve(false)
    },
  }
}

// A place in the log of another store is of another length, and no progress in this one.
function hasPassed(reached: Position, position: Position): boolean {
  return position === START || (reached >= position && reached.length === position.length)
}

async function readPositions(pool: Pool): Promise<ReadonlyMap<string, Position>> {
  const { rows } = await pool.query<{ name: string; position: Position }>(
    'select name, position from projections.checkpoints',
  )
  return new Map(rows.map(({ name, position }) => [name, storedPosition(position)]))
}
