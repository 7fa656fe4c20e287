import { type Position, START } from '../port.js'
import { storedPosition } from '../seen-event.js'

const PATTERN = /^([0-9a-f]{16})-([0-9a-f]{16})$/

/**
 * What a server answers when it has no position: the largest number that 64 bits hold. Some leave it out of answers to
 * repeated appends, and 24.2 to 24.10 tell it as the checkpoint of a subscription that goes live having found nothing.
 */
const UNKNOWN = 2n ** 64n - 1n

/** A place in EventStoreDB's log. */
export interface LogPosition {
  readonly commit: bigint
  readonly prepare: bigint
}

/**
 * Writes a position so that it sorts as text: commit position, then prepare position, 16 hexadecimal digits each.
 *
 * Both are needed: at a filtered checkpoint the prepare position may be lower than the commit position, and to resume
 * with both the same would skip the event that stands right there.
 */
export function toPosition({ commit, prepare }: LogPosition): Position {
  return `${hex(commit)}-${hex(prepare)}`
}

/**
 * Reads a position; START is undefined, and so is a stored one that is not known.
 *
 * @throws TypeError for anything that this store never gave out
 */
export function fromPosition(stored: Position): LogPosition | undefined {
  const position = storedPosition(stored)
  if (position === START) return undefined
  const [, commit, prepare] = PATTERN.exec(position) ?? []
  if (commit === undefined || prepare === undefined)
    throw new TypeError(`not a position of this log: ${position}`)
  return { commit: BigInt(`0x${commit}`), prepare: BigInt(`0x${prepare}`) }
}

/** Whether a position is one that this store may have given out, or START. */
export function isPosition(position: Position): boolean {
  return position === START || (PATTERN.test(position) && storedPosition(position) === position)
}

/** Whether a server has given a position. */
export function isKnown(position: LogPosition | undefined): position is LogPosition {
  return position !== undefined && position.commit < UNKNOWN && position.prepare < UNKNOWN
}

function hex(place: bigint): string {
  return place.toString(16).padStart(16, '0')
}

/** Which streams of a server belong to a log. */
export interface OwnStreams {
  /** what the names of our streams begin with */
  readonly prefixes: readonly string[]
  includes(stream: string): boolean
}

/** The streams of some categories: what stands before the first dash of a stream's name. */
export function streamsOf(categories: readonly string[]): OwnStreams {
  const prefixes = categories.map((category) => `${category}-`)
  return { prefixes, includes: (stream) => prefixes.some((prefix) => stream.startsWith(prefix)) }
}
