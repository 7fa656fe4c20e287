import { type Position, START } from './port.js'

/**
 * EventStoreDB 24.2 to 24.10 tells (2^64-1, 2^64-1) as a checkpoint when a subscription found nothing (see
 * `eventstoredb/position.ts`). Versions of this service up to 0.1.0 stored that as the place of a follower.
 */
export const NO_POSITION: Position = 'ffffffffffffffff-ffffffffffffffff'

/**
 * A position as it was stored, or sent by a client. What an earlier version stored by mistake is the start of the log:
 * whoever stood there had not seen a single event.
 */
export function storedPosition(position: Position): Position {
  return position === NO_POSITION ? START : position
}
