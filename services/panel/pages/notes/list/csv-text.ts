import type { Language } from '@ecmr/contract'

type Cell = string | number | undefined

// What spreadsheets expect goes by the language: where the comma is the decimal sign, semicolons part the cells.
const SEPARATORS: Readonly<Record<Language, string>> = { es: ';', en: ',' }
const NUMBERS: Readonly<Record<Language, Intl.NumberFormat>> = {
  es: new Intl.NumberFormat('es-ES', { useGrouping: false, maximumFractionDigits: 6 }),
  en: new Intl.NumberFormat('en-GB', { useGrouping: false, maximumFractionDigits: 6 }),
}
/** What a file begins with, so that spreadsheets know it to be UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Rows as CSV (RFC 4180) that spreadsheets open by a double click. Text that they would take for a formula gets an
 * apostrophe before it, so that what others wrote into a note does nothing on the reader's machine.
 */
export function csvLines(rows: readonly (readonly Cell[])[], language: Language): string {
  const lines = rows.map((row) => row.map((cell) => written(cell, language)).join(SEPARATORS[language]))
  return lines.map((line) => `${line}\r\n`).join('')
}

function written(cell: Cell, language: Language): string {
  if (cell === undefined) return ''
  if (typeof cell === 'number') return NUMBERS[language].format(cell)
  const harmless = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
