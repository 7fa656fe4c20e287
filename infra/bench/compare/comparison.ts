import { tableOf } from '../../harness/table.js'
import { format, goalOf, type Line, reached } from '../harness/bench.js'

/** What a side has measured in a row, or why it could not. */
export interface Result {
  readonly lines?: readonly Line[]
  readonly problem?: string
}

export interface Compared {
  readonly row: string
  readonly before: Result | undefined
  readonly after: Result | undefined
}

/** Prints one table of all lines that both sides have, and names the rows that could not be compared. */
export function printComparison(all: readonly Compared[]): void {
  const cells = all.flatMap(({ before, after }) =>
    (after?.lines ?? []).flatMap((line, index) => {
      const earlier = before?.lines?.[index]
      return earlier ? [cellsOf(earlier, line)] : []
    }),
  )
  const head = ['what', 'before', 'after', 'after/before', 'noise', 'measure', 'goal', 'reached', 'remark']
  console.log(tableOf(head, cells))
  for (const { row, before, after } of all) {
    const problem = before?.problem ?? after?.problem
    if (problem !== undefined)
      console.log(`Not compared: ${row}, as ${before?.problem ? 'before' : 'after'} says: ${problem}`)
    else if (!before?.lines || !after?.lines) console.log(`Not compared: ${row}`)
  }
}

function cellsOf(before: Line, after: Line): readonly string[] {
  return [
    after.what,
    `${format(before.ours)} ${after.unit}`,
    `${format(after.ours)} ${after.unit}`,
    (after.ours / before.ours).toFixed(2),
    noiseOf(before, after),
    after.baseline === undefined ? '' : `${before.measure.toFixed(2)} → ${after.measure.toFixed(2)}`,
    goalOf(after),
    reached(after) ? 'yes' : 'NO',
    after.remark ?? '',
  ]
}

function noiseOf(before: Line, after: Line): string {
  const noise = [before, after]
    .map((line) => line.noiseOfOurs ?? line.noise)
    .filter((share) => share !== undefined)
  return noise.map((share) => `${Math.round(share * 100)} %`).join(' / ')
}
