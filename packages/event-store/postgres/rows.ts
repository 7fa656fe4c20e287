import type { JsonObject } from '@ecmr/domain'
import { type EventMetadata, type Position, type RecordedEvent, START } from '../port.js'

const DIGITS = 16

/** Writes a position so that it sorts as text: 16 digits hold every integer that a number holds exactly. */
export function toPosition(position: number): Position {
  return String(position).padStart(DIGITS, '0')
}

/**
 * Reads a position; START is 0.
 *
 * @throws TypeError for anything that this store never gave out
 */
export function fromPosition(position: Position): number {
  if (!isPosition(position)) throw new TypeError(`not a position of this log: ${position}`)
  return Number(position)
}

/** Whether a position is one that this store may have given out, or START. */
export function isPosition(position: Position): boolean {
  return position === START || /^\d{16}$/.test(position)
}

/** How many events lie after one position, up to another. */
export function countBetween(after: Position, upTo: Position): number {
  return Math.max(0, fromPosition(upTo) - fromPosition(after))
}

/** The position after another one: there are no holes. */
export function nextPosition(position: Position): Position {
  return toPosition(fromPosition(position) + 1)
}

/** The position before another one; before the first it is START. */
export function previousPosition(position: Position): Position {
  const before = fromPosition(position) - 1
  return before <= 0 ? START : toPosition(before)
}

/** The columns of an event, in the form that `toEvent` reads. */
export const COLUMNS = `e.position, e.stream, e.revision, e.id, e.type, e.data, e.metadata,
  to_char(e.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as recorded_at`

/** A row of log.events. */
export interface EventRow {
  readonly position: number
  readonly stream: string
  readonly revision: number
  readonly id: string
  readonly type: string
  readonly data: JsonObject
  readonly metadata: Omit<EventMetadata, 'recorded_at'>
  readonly recorded_at: string
}

/** Reads a row into an event as it was recorded. */
export function toEvent(row: EventRow): RecordedEvent {
  const { stream, revision, id, type, data, recorded_at } = row
  const metadata = { recorded_at, ...row.metadata }
  return { stream, revision, position: toPosition(row.position), id, type, data, metadata }
}
