import { randomUUID } from 'node:crypto'
import {
  checkBody,
  type EntryData,
  type ImportAnswer,
  importLimits,
  type Register,
  registerLimits,
  registerSchemas,
} from '@ecmr/contract'
import type { Fault, JsonValue } from '@ecmr/domain'
import { sql } from 'kysely'
import { auditOf, isTooLarge, lockRegister, type RegisterCommand, type RegisterContext } from '../change.js'
import { type Entry, entryColumns, entryFromRow, rowOf, templateFields } from '../entry.js'
import { inTransaction, type Tx } from '../tables.js'
import { changedMembers, merged } from '../write-entry.js'
import { membersIn } from './columns.js'
import { fault, readTable, type TableRow } from './read-table.js'

export type Imported =
  | { readonly ok: true; readonly answer: ImportAnswer }
  /** nothing was changed; 100 faults at most */
  | { readonly ok: false; readonly faults: readonly Fault[] }

/** What becomes of a row. */
interface Wanted {
  readonly id: string
  readonly line: number
  readonly data: EntryData
  /** absent: it is added */
  readonly before?: Entry
}

/**
 * Imports a table into a register, all of it or nothing. A row with the id or the reference of an entry changes it, where the table has
 * a column; one that says what an entry says already changes nothing; others are added. So importing a file twice is as
 * importing it once.
 *
 * @param asked.dryRun says what would become of the rows, and changes nothing
 */
export function importEntries(
  context: RegisterContext,
  command: Omit<RegisterCommand, 'commandId'>,
  { bytes, dryRun }: { readonly bytes: Uint8Array; readonly dryRun: boolean },
): Promise<Imported> {
  const { company, register } = command
  const table = readTable(bytes, register)
  if (!table.ok) return Promise.resolve(table)
  return inTransaction(context.pool, async (tx) => {
    await lockRegister(tx, company, register)
    const entries = await entriesOf(tx, command)
    const { wanted, faults } = judgeRows(register, table.rows, entries)
    if (faults.length > 0) return { ok: false, faults: faults.slice(0, importLimits.faults) }
    const added = wanted.filter(({ before }) => before === undefined)
    const changed = wanted.filter(
      ({ before, data }) => before !== undefined && changedMembers(before.data, data).length > 0,
    )
    const counts = { created: added.length, changed: changed.length }
    if (!dryRun && added.length + changed.length > 0) {
      await writeRows(tx, command, [...added, ...changed])
      const said = { ...counts, fields: membersNamed([...added, ...changed]) }
      await context.recordAudit(tx, auditOf({ ...command, commandId: '' }, 'RegisterImported', said))
    }
    const rows = table.rows.length
    const unchanged = rows - added.length - changed.length
    return { ok: true, answer: { rows, ...counts, unchanged, dry_run: dryRun } }
  })
}

async function entriesOf(
  tx: Tx,
  { company, register }: Pick<RegisterCommand, 'company' | 'register'>,
): Promise<readonly Entry[]> {
  const rows = await tx
    .selectFrom('registers.entries')
    .select(entryColumns)
    .where('company_id', '=', company)
    .where('register', '=', register)
    .execute()
  return rows.map(entryFromRow)
}

function judgeRows(
  register: Register,
  rows: readonly TableRow[],
  entries: readonly Entry[],
): { readonly wanted: readonly Wanted[]; readonly faults: readonly Fault[] } {
  const known = knownEntries(entries)
  const faults: Fault[] = []
  const wanted = new Map<string, Wanted>()
  const references = new Map(known.idByReference)
  for (const row of rows) {
    if (faults.length >= importLimits.faults) break
    const judged = judgeRow(register, row, known)
    if ('faults' in judged) faults.push(...judged.faults)
    else {
      const clash = clashOf(judged, wanted, references)
      if (clash) faults.push(clash)
      else wanted.set(judged.id, judged)
    }
  }
  const room = registerLimits[register].entries - entries.length
  const added = [...wanted.values()].filter(({ before }) => before === undefined)
  const tooMuch = added[Math.max(0, room)]
  if (tooMuch)
    faults.push(
      fault(
        tooMuch.line,
        '',
        'register_full',
        `A register has at most ${registerLimits[register].entries} entries.`,
      ),
    )
  return { wanted: [...wanted.values()], faults }
}

interface Known {
  readonly byId: ReadonlyMap<string, Entry>
  readonly idByReference: ReadonlyMap<string, string>
  /** by what they say */
  readonly bySaying: ReadonlyMap<string, Entry>
}

function knownEntries(entries: readonly Entry[]): Known {
  return {
    byId: new Map(entries.map((entry) => [entry.id, entry])),
    idByReference: new Map(
      entries.flatMap(({ id, data: { reference } }) =>
        typeof reference === 'string' ? [[reference, id]] : [],
      ),
    ),
    bySaying: new Map(entries.map((entry) => [saying(entry.data), entry])),
  }
}

/** The same for entries that say the same. */
function saying(data: EntryData): string {
  return JSON.stringify(sorted({ ...data }))
}

function sorted(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value
  if (isList(value)) return value.map(sorted)
  const members = Object.entries(value).map(([name, member]) => [name, sorted(member ?? null)] as const)
  return Object.fromEntries(members.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value)

function judgeRow(
  register: Register,
  { line, cells }: TableRow,
  { byId, idByReference, bySaying }: Known,
): Wanted | { readonly faults: readonly Fault[] } {
  const id = cells.get('id')?.trim().toLowerCase() ?? ''
  const members = membersIn(register, cells)
  if (id !== '' && !byId.has(id))
    return {
      faults: [fault(line, 'id', 'not_found', 'There is no entry with this id. Leave it blank to add one.')],
    }
  const { reference } = members
  const named = id !== '' ? id : typeof reference === 'string' ? idByReference.get(reference) : undefined
  const before = named === undefined ? undefined : byId.get(named)
  const data = merged(before?.data ?? {}, withFields(register, members, before))
  const faults = checkBody(registerSchemas[register].create, data).map(({ pointer, code, message }) =>
    fault(line, pointer.slice(1).replaceAll('/', '.'), code, message),
  )
  if (isTooLarge(register, data))
    faults.push(
      fault(line, '', 'too_long', `An entry has at most ${registerLimits[register].bytes / 1024} KiB.`),
    )
  if (faults.length > 0) return { faults }
  const same = before ?? bySaying.get(saying(data))
  return same === undefined ? { id: randomUUID(), line, data } : { id: same.id, line, data, before: same }
}

/** Of a template's fields those change that the table has columns for. */
function withFields(register: Register, members: EntryData, before: Entry | undefined): EntryData {
  if (register !== 'templates') return members
  const fields = { ...(before && templateFields(before.data)), ...templateFields(members) }
  return { ...members, fields: Object.fromEntries(Object.entries(fields).filter(isSaid)) }
}

const isSaid = (member: readonly [string, JsonValue | undefined]): member is readonly [string, JsonValue] =>
  member[1] !== undefined && member[1] !== null

/** Two rows about one entry, or with one reference. */
function clashOf(
  { id, line, data: { reference } }: Wanted,
  wanted: ReadonlyMap<string, Wanted>,
  references: Map<string, string>,
): Fault | undefined {
  const other = wanted.get(id)
  if (other)
    return fault(line, '', 'repeated', `Line ${other.line} is about the same entry; keep one of them.`)
  if (typeof reference !== 'string') return undefined
  const owner = references.get(reference)
  references.set(reference, id)
  if (owner === undefined || owner === id) return undefined
  return fault(line, 'reference', 'reference_taken', 'Another entry has this reference.')
}

const ROWS_AT_ONCE = 500

async function writeRows(
  tx: Tx,
  { company, register }: Pick<RegisterCommand, 'company' | 'register'>,
  rows: readonly Wanted[],
): Promise<void> {
  // So that two entries may exchange their references.
  const changed = rows.flatMap(({ id, before }) => (before ? [id] : []))
  if (changed.length > 0)
    await tx
      .updateTable('registers.entries')
      .set({ reference: null })
      .where('company_id', '=', company)
      .where('id', '=', sql<string>`any(${changed}::uuid[])`)
      .execute()
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const values = rows.slice(from, from + ROWS_AT_ONCE).map(({ id, data, before }) => ({
      ...{ id, company_id: company, register, version: (before?.version ?? 0) + 1 },
      ...rowOf(register, data),
    }))
    await tx
      .insertInto('registers.entries')
      .values(values)
      .onConflict((clash) =>
        clash.column('id').doUpdateSet(({ ref }) => ({
          reference: ref('excluded.reference'),
          title: ref('excluded.title'),
          words: ref('excluded.words'),
          data: ref('excluded.data'),
          first_expiry: ref('excluded.first_expiry'),
          version: ref('excluded.version'),
          updated_at: sql`clock_timestamp()`,
        })),
      )
      .execute()
  }
}

function membersNamed(rows: readonly Wanted[]): readonly string[] {
  const names = rows.flatMap(({ data, before }) => changedMembers(before?.data ?? {}, data))
  return [...new Set(names)]
}
