type Row = Readonly<Record<string, string | number | null>>

/** Rows as columns of equal width under their names; numbers to the right. */
export function table(rows: readonly Row[], empty: string): string {
  const [first] = rows
  if (first === undefined) return empty
  const columns = Object.keys(first)
  const lines = [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))]
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)))
  const isNumber = columns.map((column) => typeof first[column] === 'number')
  return lines
    .map((line) =>
      line
        .map((text, index) =>
          isNumber[index] ? text.padStart(widths[index] ?? 0) : text.padEnd(widths[index] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const cell = (value: Row[string] | undefined): string => String(value ?? '-')
