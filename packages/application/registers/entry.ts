import { type EntryData, type EntryView, expiryMembers, type Register, titleMember } from '@ecmr/contract'
import type { JsonObject, JsonValue } from '@ecmr/domain'
import { fold } from '@ecmr/read-models'
import type { Selectable } from 'kysely'
import type { RegisterTables } from './tables.js'

/** An entry of a company's register. */
export interface Entry {
  readonly id: string
  readonly register: Register
  /** its members, the reference among them */
  readonly data: EntryData
  readonly version: number
  readonly created_at: string
  readonly updated_at: string
}

export type EntryRow = Pick<
  Selectable<RegisterTables['registers.entries']>,
  'id' | 'register' | 'reference' | 'data' | 'version' | 'created_at' | 'updated_at'
>

export const entryColumns = [
  'id',
  'register',
  'reference',
  'data',
  'version',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof EntryRow)[]

export function entryFromRow({ reference, data, created_at, updated_at, ...row }: EntryRow): Entry {
  return {
    ...row,
    data: { ...data, ...(reference !== null && { reference }) },
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }
}

/** An entry as answers show it. */
export function entryView({ id, data, version, created_at, updated_at }: Entry): EntryView {
  return { id, ...data, version, created_at, updated_at }
}

/** What an entry is called. */
export function titleOf({ register, data }: Pick<Entry, 'register' | 'data'>): string {
  return textIn(data, titleMember(register))
}

/** A member that is text; blank when it is none. */
export function textIn(data: EntryData, member: string): string {
  const value = Object.hasOwn(data, member) ? data[member] : undefined
  return typeof value === 'string' ? value : ''
}

/** What an entry says as its row holds it. */
export function rowOf(register: Register, { reference, ...data }: EntryData) {
  const texts = [reference, ...Object.values(data)].filter((value) => typeof value === 'string')
  const folded = texts.map(fold)
  // Plates and tax numbers are written with blanks and dashes, and without.
  const words = new Set([...folded, ...folded.map((text) => text.replace(/[^\p{L}\p{N}]+/gu, ''))])
  const expiries = expiryMembers[register].map((member) => textIn(data, member)).filter((day) => day !== '')
  return {
    reference: typeof reference === 'string' ? reference : null,
    title: fold(textIn(data, titleMember(register))),
    words: [...words].join('\n'),
    data: JSON.stringify(data),
    first_expiry: expiries.toSorted()[0] ?? null,
  }
}

/** Something of an entry that ends. */
export interface Expiry {
  readonly member: string
  /** YYYY-MM-DD */
  readonly day: string
  readonly isPast: boolean
}

/** What of an entry has ended before a day, or ends until then. Days are YYYY-MM-DD. */
export function expiriesOf(
  { register, data }: Pick<Entry, 'register' | 'data'>,
  { today, until }: { readonly today: string; readonly until: string },
): readonly Expiry[] {
  return expiryMembers[register].flatMap((member) => {
    const day = textIn(data, member)
    return day === '' || day > until ? [] : [{ member, day, isPast: day < today }]
  })
}

/** The fields of a template; none of another entry. */
export function templateFields({ fields }: EntryData): JsonObject {
  return fields !== undefined && isObject(fields) ? fields : {}
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
