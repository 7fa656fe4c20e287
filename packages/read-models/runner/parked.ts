import type { EventStore, Position } from '@ecmr/event-store'
import type { Pool } from 'pg'

/** A stream that a projection has put aside because one of its events cannot be applied. */
export interface ParkedStream {
  readonly projection: string
  readonly stream: string
  /** of the event that cannot be applied */
  readonly position: Position
  readonly type: string
  readonly error: string
  readonly parked_at: string
  /** events waiting, that one included */
  readonly held: number
}

/** What came of a retry: how many events were applied, and the error that stopped it, if any. */
export interface RetryResult {
  readonly applied: number
  readonly error: string | null
}

/** Parked streams and what the operator can do about them. */
export const parkedEvents = {
  async list(pool: Pool): Promise<readonly ParkedStream[]> {
    throw new Error(`not yet ${pool.totalCount}`)
  },
  /** Applies the held events in order; what still cannot be applied stays parked. */
  async retry(
    pool: Pool,
    store: Pick<EventStore, 'readStream'>,
    projection: string,
    stream: string,
  ): Promise<RetryResult> {
    throw new Error(`not yet ${pool.totalCount} ${typeof store} ${projection} ${stream}`)
  },
  /** Gives the first held event up and applies the ones after it. */
  async skip(
    pool: Pool,
    store: Pick<EventStore, 'readStream'>,
    projection: string,
    stream: string,
  ): Promise<RetryResult> {
    throw new Error(`not yet ${pool.totalCount} ${typeof store} ${projection} ${stream}`)
  },
}
