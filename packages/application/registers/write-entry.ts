import { type EntryData, registerLimits } from '@ecmr/contract'
import { sameJson } from '@ecmr/domain'
import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import {
  auditOf,
  changeRegister,
  type EntryRefusal,
  type EntryWritten,
  entryIn,
  isReferenceTaken,
  isTooLarge,
  type RegisterCommand,
  type RegisterContext,
} from './change.js'
import { type Entry, rowOf } from './entry.js'
import type { Tx } from './tables.js'

type Refused = { readonly ok: false } & EntryRefusal

const refuse = (reason: Exclude<EntryRefusal['reason'], 'stale'>): Refused => ({ ok: false, reason })

/** Adds an entry, under the id of the command. Nulls say as much as leaving out. */
export function addEntry(
  context: RegisterContext,
  command: RegisterCommand & { readonly data: EntryData },
): Promise<EntryWritten> {
  const { company, register, commandId: id } = command
  const data = merged({}, command.data)
  return changeRegister<EntryWritten, Refused>(context, command, {
    async carryOut(tx) {
      if (isTooLarge(register, data)) return refuse('entry_too_large')
      if (await isReferenceTaken(tx, command, data)) return refuse('reference_taken')
      if ((await countEntries(tx, command)) >= registerLimits[register].entries)
        return refuse('register_full')
      const row = { id, company_id: company, register, ...rowOf(register, data) }
      await tx.insertInto('registers.entries').values(row).execute()
      const said = { entry_id: id, fields: Object.keys(data) }
      await context.recordAudit(tx, auditOf(command, 'RegisterEntryAdded', said))
      return undefined
    },
    view: (tx, replayed) => written(tx, command, id, replayed),
  })
}

/** An entry to change or remove. */
interface Named extends RegisterCommand {
  /** any text */
  readonly id: string
  /** it must have one of these versions */
  readonly ifMatch?: readonly number[] | undefined
}

/** Changes an entry: what is given is changed, null clears. What changes nothing leaves no trace. */
export async function changeEntry(
  context: RegisterContext,
  command: Named & { readonly changes: EntryData },
): Promise<EntryWritten> {
  const { register, id, changes } = command
  if (!isUuid(id)) return refuse('not_found')
  return changeRegister<EntryWritten, Refused>(context, command, {
    async carryOut(tx) {
      const entry = await currentEntry(tx, command)
      if ('reason' in entry) return entry
      const data = merged(entry.data, changes)
      const fields = changedMembers(entry.data, data)
      if (fields.length === 0) return undefined
      if (isTooLarge(register, data)) return refuse('entry_too_large')
      if (await isReferenceTaken(tx, command, data, id)) return refuse('reference_taken')
      await tx
        .updateTable('registers.entries')
        .set({ ...rowOf(register, data), version: entry.version + 1, updated_at: sql`clock_timestamp()` })
        .where('id', '=', id)
        .execute()
      await context.recordAudit(tx, auditOf(command, 'RegisterEntryChanged', { entry_id: id, fields }))
      return undefined
    },
    view: (tx, replayed) => written(tx, command, id, replayed),
  })
}

export type EntryRemoved = { readonly ok: true; readonly replayed: boolean } | Refused

/** Removes an entry for good. Notes that were written with it keep their own copy of what it said. */
export async function removeEntry(context: RegisterContext, command: Named): Promise<EntryRemoved> {
  const { id } = command
  if (!isUuid(id)) return refuse('not_found')
  return changeRegister<EntryRemoved, Refused>(context, command, {
    async carryOut(tx) {
      const entry = await currentEntry(tx, command)
      if ('reason' in entry) return entry
      await tx.deleteFrom('registers.entries').where('id', '=', id).execute()
      await context.recordAudit(tx, auditOf(command, 'RegisterEntryRemoved', { entry_id: id }))
      return undefined
    },
    view: async (_tx, replayed) => ({ ok: true, replayed }),
  })
}

async function currentEntry(tx: Tx, command: Named): Promise<Entry | Refused> {
  const entry = await entryIn(tx, command, command.id)
  if (entry === undefined) return refuse('not_found')
  const { version } = entry
  if (command.ifMatch !== undefined && !command.ifMatch.includes(version))
    return { ok: false, reason: 'stale', version }
  return entry
}

async function written(
  tx: Tx,
  command: RegisterCommand,
  id: string,
  replayed: boolean,
): Promise<EntryWritten> {
  const entry = await entryIn(tx, command, id)
  return entry === undefined ? refuse('not_found') : { ok: true, entry, replayed }
}

async function countEntries(tx: Tx, { company, register }: RegisterCommand): Promise<number> {
  const { count } = await tx
    .selectFrom('registers.entries')
    .select((query) => query.fn.countAll<number>().as('count'))
    .where('company_id', '=', company)
    .where('register', '=', register)
    .executeTakeFirstOrThrow()
  return count
}

/** Members after a change; null takes one away. */
export function merged(before: EntryData, changes: EntryData): EntryData {
  const all = Object.entries({ ...before, ...changes })
  return Object.fromEntries(all.filter(([, value]) => value !== null))
}

/** The names of the members that differ. */
export function changedMembers(before: EntryData, after: EntryData): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].filter((name) => !sameJson(before[name] ?? null, after[name] ?? null))
}
