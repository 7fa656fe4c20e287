/**
 * A table that reads well in a terminal and in a note.
 *
 * @param words how many columns from the left are words; all others are figures
 */
export function tableOf(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  words = head.length,
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
