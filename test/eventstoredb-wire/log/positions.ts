import type { LogRecord } from './records.js'

/** A place in `$all`, as the wire has it. */
export interface Position {
  readonly commit: number
  readonly prepare: number
}

/** What servers write for a place before the first one. */
const NO_PLACE = '18446744073709551615'

/** Before the first record: no number of 64 bits stands for that, so the wire has the largest. */
export const BEFORE_ALL: Position = { commit: -1, prepare: -1 }

/** A number of a position as the wire has it. */
export function onWire(place: number): string {
  return place < 0 ? NO_PLACE : String(place)
}

/** 64-bit integers come as strings; past 2^53 they only need to be large. */
export function position(wire: { getCommitPosition(): string; getPreparePosition(): string }): Position {
  return { commit: Number(wire.getCommitPosition()), prepare: Number(wire.getPreparePosition()) }
}

/** Index of the first record after a position: one that stands at the commit position but not yet at the prepare. */
export function indexAfter(records: readonly LogRecord[], { commit, prepare }: Position): number {
  const index = indexFrom(records, commit)
  return records[index]?.position === commit && commit <= prepare ? index + 1 : index
}

/** Index of the first record at or after a position. */
export function indexAt(records: readonly LogRecord[], { commit, prepare }: Position): number {
  const index = indexFrom(records, commit)
  return records[index]?.position === commit && commit < prepare ? index + 1 : index
}

/** Index of the first record whose position is not lower. */
function indexFrom(records: readonly LogRecord[], commit: number): number {
  let low = 0
  let high = records.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((records[middle]?.position ?? Infinity) < commit) low = middle + 1
    else high = middle
  }
  return low
}
