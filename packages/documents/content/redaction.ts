import type { EcmrRecord } from '@ecmr/contract'
import type { FieldName, JsonValue } from '@ecmr/domain'
import type { StatedEntry } from '../document-input.js'

/**
 * Fields of a note that a document leaves out, pages and attachments alike: anyone who has the QR code reads it. Names of signers
 * stay, because a signature says who signed.
 */
const personalFields = [
  'sender_contact_name',
  'sender_email',
  'sender_phone',
  'receiver_contact_name',
  'receiver_email',
  'receiver_phone',
  'carrier_email',
  'carrier_phone',
  'driver_name',
  'driver_phone',
] as const satisfies readonly FieldName[]
type PersonalField = (typeof personalFields)[number]

const leftOutMembers: ReadonlySet<string> = new Set<string>([
  ...personalFields,
  'company_id',
  'invited_name',
  'invited_email',
  // Bookkeeping of the company's programs, which is no content.
  'metadata',
  'previous_metadata',
])

/** Stands where a change of a left-out field had a value, so that the change itself is still seen. */
export const LEFT_OUT = '[left out]'

/** A record as a document states it: without `document`, which is the document itself, and without metadata, which no party has seen. */
export type PublicRecord = Omit<EcmrRecord, PersonalField | 'document' | 'metadata'>

/**
 * A history entry as a document attaches it: who acted only by kind, and without its place in the log of all companies, which is another
 * after the log was moved.
 */
export type PublicEntry = Omit<StatedEntry, 'position'>

/** The record without personal data. */
export function redactRecord(record: EcmrRecord): PublicRecord {
  return without(record, [...personalFields, 'document', 'metadata'])
}

/** Whether a document leaves the values of a field out. */
export function isLeftOut(field: string): boolean {
  return leftOutMembers.has(field)
}

/** The history without personal data. Hashes stay those of the whole events, which the platform keeps. */
export function redactHistory(history: readonly StatedEntry[]): readonly PublicEntry[] {
  return history.map(({ position: _, ...entry }) => ({
    ...entry,
    actor: { kind: entry.actor.kind },
    changes: entry.changes.map((change) =>
      isLeftOut(change.field) ? { ...change, old: hidden(change.old), new: hidden(change.new) } : change,
    ),
    data: redactJson(entry.data),
  }))
}

function redactJson(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value
  if (isList(value)) return value.map(redactJson)
  if (typeof value.field === 'string' && isLeftOut(value.field)) {
    return { ...value, old: hidden(value.old), new: hidden(value.new) }
  }
  const members = Object.entries(value).flatMap(([name, member]) =>
    member === undefined || isLeftOut(name) ? [] : [[name, redactJson(member)]],
  )
  return Object.fromEntries(members)
}

const isList = (value: object): value is readonly JsonValue[] => Array.isArray(value)

function hidden(value: JsonValue | undefined): JsonValue {
  return value === undefined || value === null ? null : LEFT_OUT
}

function without<T extends object, Name extends string>(value: T, names: readonly Name[]): Omit<T, Name>
function without(value: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))
}
