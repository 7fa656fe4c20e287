import { right } from '../../page/line-runs.js'
import type { RecognisedWord } from '../../page/recognised-page.js'
import { boxOf } from '../../page/text-lines.js'
import type { GoodsHead, WordRow } from './goods-head.js'

const FEWEST_ROWS = 3
const FEWEST_COLUMNS = 3
// In heights of a row: how wide the strip between two columns is at least.
const NARROWEST = 0.7

/** The longest run of rows that words stand below each other in, in columns with white between them, as a table that has lost its head. */
export function headless(
  rows: readonly WordRow[],
): { readonly head: GoodsHead; readonly body: readonly WordRow[] } | undefined {
  const runs: WordRow[][] = []
  for (const row of rows) {
    if (!mayBeLine(row)) runs.push([])
    else if (runs.length === 0) runs.push([row])
    else runs.at(-1)?.push(row)
  }
  const [body = []] = runs.toSorted((a, b) => b.length - a.length)
  if (body.length < FEWEST_ROWS) return undefined
  const columns = columnsOf(body)
  if (columns.length < FEWEST_COLUMNS) return undefined
  const top = boxOf(body.flat()).y
  return {
    head: {
      columns: columns.map((words) => ({
        means: undefined,
        caption: '',
        box: { ...boxOf(words), y: top, height: 0 },
      })),
      words: new Set(),
      bottom: top,
    },
    body,
  }
}

/** Whether a row has words and two numbers apart from each other, and no caption with a colon. */
function mayBeLine(row: WordRow): boolean {
  const numbers = row.filter(({ text }) => /^\d[\d.,]*$/.test(text))
  return (
    numbers.length > 1 &&
    row.some(({ text }) => /\p{L}{3}/u.test(text)) &&
    !row.some(({ text }) => text.endsWith(':'))
  )
}

/** Words by the columns that they make: no word of any row reaches across the white between two. */
function columnsOf(body: readonly WordRow[]): readonly (readonly RecognisedWord[])[] {
  const height = boxOf(body[0] ?? []).height
  const columns: RecognisedWord[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const word of body.flat().toSorted((a, b) => a.box.x - b.box.x)) {
    const last = columns.at(-1)
    if (last && word.box.x - end < NARROWEST * height) last.push(word)
    else columns.push([word])
    end = Math.max(end, right(word.box))
  }
  return columns
}
