import { type EventStore, type Position, START, StoreUnavailable } from '@ecmr/event-store'
import type { ProjectionPositions } from '@ecmr/projections'
import { STORE_WAIT_MS } from '@ecmr/runtime'

/** What is known of a read model before it is read. */
export interface Freshness {
  /** it holds everything that was in the log when the read began */
  readonly isFresh: boolean
  /** how far in the log the read model is */
  readonly position: Position
  /** how far it may be behind: the time waited for it, or since the log last answered; 0 when it is fresh */
  readonly lagMs: number
}

/** Read your writes: queries see what was written before them, and answer too when that cannot be known. */
export interface FreshReads {
  /** Reads of single streams; they share what is known of the log with `of`. */
  readonly log: LogReads
  /**
   * Waits until a read model has passed everything that is in the log, and `atLeast`, for `storeWaitMs` at most. Never
   * fails because the log is away: the read models are in PostgreSQL.
   */
  of(projection: string, atLeast?: Position): Promise<Freshness>
  /** The same, for callers that only need to know whether it is fresh. */
  waitFor(projection: string): Promise<boolean>
  /** What is known of a read model that is read because the log is away. */
  without(projection: string): Promise<Freshness>
}

/** Reads of the event log with a time limit. */
export interface LogReads {
  /**
   * Undefined when the log is away: the read failed for that reason or took too long, or the log is known to be away and
   * another read is finding out whether it is back.
   *
   * @throws what the read throws for other reasons than StoreUnavailable
   */
  read<Result>(read: () => Promise<Result>): Promise<{ readonly value: Result } | undefined>
  /** Milliseconds since a read last succeeded, or since the beginning. */
  unknownFor(): number
}

/**
 * Compares the head of the log with the positions of the projections.
 *
 * @param options.storeWaitMs the longest wait of one read for a read model, and for the log; two seconds unless given
 */
export function freshReads(options: {
  readonly store: Pick<EventStore, 'head'>
  readonly positions: Pick<ProjectionPositions, 'waitFor' | 'position'>
  readonly storeWaitMs?: number
}): FreshReads {
  const { store, positions, storeWaitMs = STORE_WAIT_MS } = options
  const log = logReads(store, storeWaitMs)

  async function behind(projection: string, isLogAway: boolean): Promise<Freshness> {
    const lagMs = Math.max(storeWaitMs, isLogAway ? Math.round(log.unknownFor()) : 0)
    return { isFresh: false, position: await positions.position(projection), lagMs }
  }

  async function of(projection: string, atLeast: Position = START): Promise<Freshness> {
    const began = performance.now()
    const head = await log.head()
    const wanted = head && head.value > atLeast ? head.value : atLeast
    const left = storeWaitMs - (performance.now() - began)
    const hasPassed = await positions.waitFor([projection], wanted, Math.max(left, 0))
    if (head && hasPassed) return { isFresh: true, position: wanted, lagMs: 0 }
    return behind(projection, head === undefined)
  }

  return {
    log,
    of,
    waitFor: async (projection) => (await of(projection)).isFresh,
    without: (projection) => behind(projection, true),
  }
}

type Found<Result> = { readonly value: Result } | undefined

function logReads(
  store: Pick<EventStore, 'head'>,
  limitMs: number,
): LogReads & { head(): Promise<Found<Position>> } {
  let answered = performance.now()
  let isAway = false
  let isProbed = false

  let headRead: { readonly reading: Promise<Position>; readonly found: Promise<Found<Position>> } | undefined

  async function attempt<Result>(read: () => Promise<Result>): Promise<Found<Result>> {
    let timer: NodeJS.Timeout | undefined
    const timeOver = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, limitMs, undefined)
    })
    try {
      const found = await Promise.race([read().then((value) => ({ value })), timeOver])
      if (found) answered = performance.now()
      isAway = found === undefined
      return found
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      isAway = true
      return undefined
    } finally {
      clearTimeout(timer)
    }
  }

  async function read<Result>(read: () => Promise<Result>): Promise<Found<Result>> {
    if (!isAway) return attempt(read)
    if (isProbed) return undefined
    isProbed = true
    try {
      return await attempt(read)
    } finally {
      isProbed = false
    }
  }

  return {
    read,
    /** Callers for whom the store has one answer share the time limit, too. */
    head() {
      if (isAway) return read(store.head)
      const reading = store.head()
      if (headRead?.reading !== reading) headRead = { reading, found: attempt(() => reading) }
      return headRead.found
    },
    unknownFor: () => performance.now() - answered,
  }
}
