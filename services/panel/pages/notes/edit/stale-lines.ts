import type { FieldChanges, FieldName } from '@ecmr/domain'
import { linesOf, type Portion } from '../../../forms/portions.js'

/** A line that is the same in two lists: where it stands in the one, and in the other. */
type Pair = readonly [old: number, present: number]

/**
 * Where the lines of a list that a form stands for are by now. Lines that others added or took away beside them move
 * them; those that others added at their ends stay outside of them, and so are not lost.
 */
export function movedPortion(
  list: FieldName,
  { from, to }: Portion,
  before: FieldChanges,
  now: FieldChanges,
): Portion {
  const old = linesOf(before, list).map((line) => JSON.stringify(line))
  const present = linesOf(now, list).map((line) => JSON.stringify(line))
  const pairs: readonly Pair[] = [[-1, -1], ...samePairs(old, present), [old.length, present.length]]
  const first = movedStart(from, pairs)
  return { from: first, to: Math.max(first, movedEnd(to, pairs)) }
}

function movedStart(line: number, pairs: readonly Pair[]): number {
  const [ahead, behind] = around(line, pairs)
  return line === behind[0] ? behind[1] : between(line, ahead, behind)
}

function movedEnd(line: number, pairs: readonly Pair[]): number {
  const [ahead, behind] = around(line, pairs)
  if (line === ahead[0] + 1) return ahead[1] + 1
  return line === behind[0] ? behind[1] : between(line, ahead, behind)
}

/** The unchanged lines next to a place: the last one ahead of it, and the first one from there on. */
function around(line: number, pairs: readonly Pair[]): readonly [Pair, Pair] {
  const ahead = pairs.findLast(([old]) => old < line) ?? [-1, -1]
  const behind = pairs.find(([old]) => old >= line) ?? ahead
  return [ahead, behind]
}

/** Among lines that others wrote anew, the first is taken for the first, and so on. */
function between(line: number, ahead: Pair, behind: Pair): number {
  return Math.min(ahead[1] + line - ahead[0], behind[1])
}

/** The longest run of lines that two lists have in common, in their order. */
function samePairs(old: readonly string[], present: readonly string[]): readonly Pair[] {
  // How many lines are in common from one place in each list on.
  const common = Array.from({ length: old.length + 1 }, () => Array.from(present, () => 0))
  const inCommon = (one: number, other: number): number => common[one]?.[other] ?? 0
  for (let one = old.length - 1; one >= 0; one--)
    common[one] = present.reduceRight<number[]>(
      (row, line, other) => {
        row[other] =
          line === old[one]
            ? inCommon(one + 1, other + 1) + 1
            : Math.max(inCommon(one + 1, other), row[other + 1] ?? 0)
        return row
      },
      Array.from(present, () => 0),
    )
  const pairs: Pair[] = []
  for (let one = 0, other = 0; one < old.length && other < present.length; ) {
    if (old[one] === present[other]) pairs.push([one++, other++])
    else if (inCommon(one + 1, other) >= inCommon(one, other + 1)) one++
    else other++
  }
  return pairs
}
