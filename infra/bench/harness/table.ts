import { tableOf } from '../../harness/table.js'
import { type Line, reached } from './row.js'

const format = (value: number): string =>
  value >= 100
    ? Math.round(value).toLocaleString('en')
    : value.toLocaleString('en', { maximumFractionDigits: 2 })

/** Prints the lines as a table that reads well in a terminal and in a note. */
export function printTable(lines: readonly Line[]): void {
  const cells = lines.map((line) => [
    line.what,
    `${format(line.ours)} ${line.unit}`,
    line.baseline === undefined ? '' : `${format(line.baseline)} ${line.unit}`,
    line.baseline === undefined ? '' : line.measure.toFixed(2),
    `${line.goal.at === 'least' ? '≥' : '≤'} ${format(line.goal.value)}`,
    reached(line) ? 'yes' : 'NO',
    line.noise === undefined ? '' : `${Math.round(line.noise * 100)} %`,
    line.remark ?? '',
  ])
  const head = ['what', 'ours', 'baseline', 'ratio', 'goal', 'reached', 'noise', 'remark']
  console.log(tableOf(head, cells))
}
