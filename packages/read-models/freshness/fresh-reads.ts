import { type EventStore, type Position, START } from '@ecmr/event-store'
import type { ProjectionPositions } from '../runner/wait-for.js'
import { type LogInTime, logInTime } from './log-in-time.js'

/** A read waits so long for a read model, and for the log. */
const LONGEST_WAIT_MS = 2_000

/** What is known of a read model before it is read. */
export interface Freshness {
  /** it holds everything that was in the log when this was asked */
  readonly isFresh: boolean
  /** how far in the log the read model is */
  readonly position: Position
  /** how far it may be behind: for so long it has been waited for, or the log has not answered; 0 when it is fresh */
  readonly lagMs: number
}

/** Lets queries see what was written before they were asked, and answers all the same when that cannot be known. */
export interface FreshReads {
  /** reads of single streams that share what is known of the log with `of` */
  readonly log: LogInTime
  /**
   * Waits until a read model has passed everything that is in the log, and a position that the caller insists on, for
   * two seconds at most. It never fails because the log is away: the read models are in PostgreSQL.
   */
  of(projection: string, atLeast?: Position): Promise<Freshness>
  /** What is known of a read model that is read because the log is away. */
  without(projection: string): Promise<Freshness>
}

/** Asks the log how far it is, and the projections how far they are. */
export function freshReads(options: {
  readonly store: Pick<EventStore, 'head'>
  readonly positions: Pick<ProjectionPositions, 'waitFor' | 'position'>
}): FreshReads {
  const { store, positions } = options
  const log = logInTime({ limitMs: LONGEST_WAIT_MS })
  async function behind(projection: string, isLogAway: boolean): Promise<Freshness> {
    const lagMs = Math.max(LONGEST_WAIT_MS, isLogAway ? Math.round(log.unknownFor()) : 0)
    return { isFresh: false, position: await positions.position(projection), lagMs }
  }

  return {
    log,
    without: (projection) => behind(projection, true),
    async of(projection, atLeast = START) {
      const began = performance.now()
      const head = await log.read(store.head)
      const wanted = head && head.value > atLeast ? head.value : atLeast
      const left = LONGEST_WAIT_MS - (performance.now() - began)
      const hasPassed = await positions.waitFor([projection], wanted, Math.max(left, 0))
      if (head && hasPassed) return { isFresh: true, position: wanted, lagMs: 0 }
      return behind(projection, head === undefined)
    },
  }
}
