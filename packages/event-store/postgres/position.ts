import { type Position, START } from '../port.js'

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
