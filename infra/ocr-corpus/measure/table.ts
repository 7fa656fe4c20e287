/** A table that reads well in a terminal and in a note: the first columns are words, all others figures. */
export function tableOf(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  words: number,
): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const cell = (text: string, column: number): string =>
    column < words ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)
  return [head, widths.map((width) => '-'.repeat(width)), ...rows]
    .map((row) => `| ${row.map(cell).join(' | ')} |`)
    .join('\n')
}

/** A part of one with three digits; nothing when there is none. */
export const part = (value: number): string => (Number.isNaN(value) ? '–' : value.toFixed(3))

/** A part of one as a percentage; nothing when there is none. */
export const percentage = (value: number): string =>
  Number.isNaN(value) ? '–' : `${(value * 100).toFixed(1)} %`
