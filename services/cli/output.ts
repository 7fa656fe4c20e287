/** Prints JSON for scripts or, for people, what `text` returns. */
export function print(options: object, value: unknown, text: () => string): void {
  const isJson = 'json' in options && options.json === true
  console.log(isJson ? JSON.stringify(value, null, 2) : text())
}

type Row = Readonly<Record<string, unknown>>

/** Rows as columns of equal width under their names; numbers to the right. */
export function table(rows: readonly Row[], empty: string): string {
  const [first] = rows
  if (first === undefined) return empty
  const titles = Object.keys(first)
  const lines = [titles, ...rows.map((row) => titles.map((title) => cell(row[title])))]
  const widths = titles.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)))
  const isNumber = titles.map((title) => typeof first[title] === 'number')
  const pad = (text: string, index: number): string =>
    isNumber[index] ? text.padStart(widths[index] ?? 0) : text.padEnd(widths[index] ?? 0)
  return lines.map((line) => line.map(pad).join('  ').trimEnd()).join('\n')
}

/** Some properties of each row, in this order. */
export function columns<R extends object>(
  rows: readonly R[],
  names: readonly (keyof R & string)[],
): readonly Row[] {
  return rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])))
}

function cell(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return Array.isArray(value) ? value.join(',') : String(value ?? '-')
}

/** The end of a command's help: how one would type it. */
export const example = (line: string): string => `\nExample:\n  $ ${line}\n`
