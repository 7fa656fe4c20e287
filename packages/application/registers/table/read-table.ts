import { isUtf8 } from 'node:buffer'
import { importLimits, type Register, requiredMembers, suggestion } from '@ecmr/contract'
import type { Fault } from '@ecmr/domain'
import { CsvError, parse } from 'csv-parse/sync'
import { columnSchemas, shownOnly } from './columns.js'

/** A row of a table: its cells by the names of their columns. */
export interface TableRow {
  /** in the file, from 1 */
  readonly line: number
  readonly cells: ReadonlyMap<string, string>
}

export type ReadTable =
  | { readonly ok: true; readonly rows: readonly TableRow[] }
  | { readonly ok: false; readonly faults: readonly Fault[] }

/** A record, and the line on which it ends. */
interface ParsedRecord {
  readonly record: readonly string[]
  readonly line: number
}

/**
 * Reads a table as spreadsheets and programs write it: UTF-8 with or without a mark, cells parted by commas, semicolons or tabs, quoted as RFC 4180
 * says, the first row with the names of the members. What is wrong is said with its line and column.
 */
export function readTable(bytes: Uint8Array, register: Register): ReadTable {
  if (bytes.length > importLimits.bytes)
    return wrong(fault(0, '', 'too_large', `Send at most ${importLimits.bytes / 1024} KiB at a time.`))
  const encoding = encodingFault(bytes)
  if (encoding) return wrong(encoding)
  const parsed = parsedRecords(Buffer.from(bytes).toString('utf8'))
  if ('code' in parsed) return wrong(parsed)
  const [header, ...records] = parsed
  if (header === undefined)
    return wrong(fault(1, '', 'no_header', 'Send a first row with the names of the columns.'))
  const names = header.record.map((name) => name.trim().toLowerCase())
  const faults = [...headerFaults(names, register), ...rowFaults(names, records)]
  if (faults.length > 0) return wrong(...faults)
  return {
    ok: true,
    rows: records.map(({ record, line }) => ({
      line,
      cells: new Map(record.map((cell, place) => [names[place] ?? '', cell])),
    })),
  }
}

const wrong = (...faults: readonly Fault[]): ReadTable => ({
  ok: false,
  faults: faults.slice(0, importLimits.faults),
})

/** A fault of a table; its pointer names line and column. 0: it concerns the whole file. */
export function fault(line: number, column: string | number, code: string, message: string): Fault {
  const place = column === '' ? `Line ${line}` : `Line ${line}, column ${column}`
  return {
    pointer: line === 0 ? '' : `/${line}${column === '' ? '' : `/${column}`}`,
    code,
    message: line === 0 ? message : `${place}: ${message}`,
  }
}

function encodingFault(bytes: Uint8Array): Fault | undefined {
  const start = Buffer.from(bytes.subarray(0, 2)).toString('hex')
  if (start === 'fffe' || start === 'feff' || bytes.includes(0))
    return fault(1, 1, 'not_utf8', 'The file is UTF-16 or no text. Save it as CSV UTF-8.')
  if (isUtf8(bytes)) return undefined
  const { line, column } = firstNotUtf8(bytes)
  return fault(line, column, 'not_utf8', 'This is no UTF-8. Save the file as CSV UTF-8.')
}

const LINE_FEED = 10

function firstNotUtf8(bytes: Uint8Array): { readonly line: number; readonly column: number } {
  let line = 1
  for (let from = 0; from < bytes.length; line++) {
    const end = bytes.indexOf(LINE_FEED, from)
    const row = bytes.subarray(from, end === -1 ? bytes.length : end)
    if (!isUtf8(row)) return { line, column: firstWrongCharacter(row) }
    if (end === -1) break
    from = end + 1
  }
  return { line, column: 1 }
}

/** A decoder puts U+FFFD where it cannot go on. */
function firstWrongCharacter(row: Uint8Array): number {
  return Math.max(0, Buffer.from(row).toString('utf8').indexOf('\uFFFD')) + 1
}

function parsedRecords(text: string): readonly ParsedRecord[] | Fault {
  const records: ParsedRecord[] = []
  try {
    parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      on_record(record: readonly string[], { lines }) {
        records.push({ record, line: lines })
        return null
      },
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      // The header, and one row more than is taken, so that too many are noticed without reading them all.
      to: importLimits.rows + 2,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return quotingFault(error, (records.at(-1)?.line ?? 0) + 1)
  }
  const most = importLimits.rows
  return records.length > most + 1
    ? fault(0, '', 'too_many', `Send at most ${most} rows at a time.`)
    : records
}

/** @param next the line after the last record that was read: where a quotation mark opens that is never closed */
function quotingFault({ code, lines, column }: CsvError, next: number): Fault {
  const place = typeof column === 'number' ? column + 1 : ''
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return fault(next, place, 'quotes', 'A quotation mark opens here that is never closed.')
  const message = 'Put the cell in quotation marks, and double those within it.'
  return fault(Number(lines) || next, place, 'quotes', message)
}

/** By which the first row is parted, whatever stands in its quotation marks. */
function delimiterOf(text: string): string {
  const [first = ''] = text.split(/[\r\n]/, 1)
  const bare = first.replaceAll(/"[^"]*"/g, '')
  const counts = [',', ';', '\t'].map((mark) => ({ mark, count: bare.split(mark).length }))
  return counts.reduce((most, one) => (one.count > most.count ? one : most)).mark
}

function headerFaults(names: readonly string[], register: Register): readonly Fault[] {
  const known = ['id', ...columnSchemas(register).keys()]
  const faults = names.flatMap((name, place) => {
    if (names.indexOf(name) < place)
      return [fault(1, place + 1, 'repeated', `The column ${name} stands here twice.`)]
    if (known.includes(name) || shownOnly.has(name)) return []
    const nearest = suggestion(name, known)
    const hint = nearest === undefined ? `Use: ${columnsInWords(known)}.` : `Did you mean ${nearest}?`
    return [
      fault(
        1,
        place + 1,
        'unknown_field',
        `There is no column ${JSON.stringify(name.slice(0, 60))}. ${hint}`,
      ),
    ]
  })
  // A table of changes may leave out what it does not change.
  const needed = names.includes('id') || names.includes('reference') ? [] : requiredColumns(register)
  const missing = needed.filter((name) => !names.includes(name))
  return [...faults, ...missing.map((name) => fault(1, '', 'required', `The column ${name} is missing.`))]
}

function requiredColumns(register: Register): readonly string[] {
  return requiredMembers[register].filter((name) => name !== 'fields')
}

const MOST_NAMED = 12

function columnsInWords(names: readonly string[]): string {
  return `${names.slice(0, MOST_NAMED).join(', ')}${names.length > MOST_NAMED ? '…' : ''}`
}

function rowFaults(names: readonly string[], records: readonly ParsedRecord[]): readonly Fault[] {
  return records.flatMap(({ record, line }) =>
    record.length === names.length
      ? []
      : [fault(line, '', 'cells', `Here are ${record.length} cells, and ${names.length} columns.`)],
  )
}
