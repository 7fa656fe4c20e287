import type { TextLine } from '../../page/text-lines.js'
import type { FilledForm } from './filled-form.js'
import { middleOf } from './neighbours.js'

/** Where the lines of goods begin, from the top of the page, and where their total stands. */
export interface GoodsRows {
  readonly starts: readonly number[]
  /** undefined: none is printed */
  readonly total: number | undefined
}

/** How far a text may stand above the numbers of its row, in heights of a line. */
const ABOVE = 0.7

/** Each number of packages, or each weight, begins a row; what a row is short of does not matter. */
export function goodsRows({ boxes, totals }: FilledForm): GoodsRows {
  const numbers = ([7, 11, 12] as const)
    .map((box) => (boxes.get(box)?.lines ?? []).filter(({ text }) => /\d/.test(text)))
    .reduce((most, lines) => (lines.length > most.length ? lines : most), [])
  const total = numbers.find(({ box }) =>
    totals.some((words) =>
      words.some((word) => Math.abs(middleOf(word.box) - middleOf(box)) < 0.8 * box.height),
    ),
  )
  return {
    starts: numbers.filter((line) => line !== total).map(({ box }) => box.y - ABOVE * box.height),
    total: total === undefined ? undefined : total.box.y - ABOVE * total.box.height,
  }
}

/** The texts of each row: its lines joined with a space. Whatever stands above the first row belongs to it. */
export function textsOfRows({ starts }: GoodsRows, lines: readonly TextLine[]): readonly string[] {
  const rows = new Map<number, string[]>()
  for (const { box, text } of lines) {
    const row = Math.max(
      0,
      starts.findLastIndex((start) => middleOf(box) > start),
    )
    rows.set(row, [...(rows.get(row) ?? []), text])
  }
  return [...rows].toSorted(([one], [other]) => one - other).map(([, texts]) => texts.join(' '))
}
