import { stringify } from 'csv-stringify/sync'

/** How a table is written: as programs read it unless said otherwise. */
export interface CsvForm {
  /** between the cells; a comma unless given */
  readonly delimiter?: string
  /** as digits with a point unless given */
  readonly number?: (value: number) => string
  /** begins with the mark by which spreadsheets know UTF-8 */
  readonly bom?: boolean
}

/** Rows as CSV (RFC 4180). Text that a spreadsheet would run as a formula gets an apostrophe in front. */
export function csvLines(
  rows: readonly (readonly (string | number | boolean | undefined)[])[],
  { delimiter = ',', number = String, bom = false }: CsvForm = {},
): string {
  return stringify([...rows], {
    bom,
    delimiter,
    record_delimiter: '\r\n',
    escape_formulas: true,
    cast: {
      boolean: (value) => String(value),
      number: (value) => ({ value: number(value), quoted: false }),
      string: (value) => ({ value, quoted: /[",;\t\r\n]/.test(value) }),
    },
  })
}
