import { sameJson, trimmedJson } from '../json.js'
import type { Change } from './events.js'
import { type EcmrFields, type FieldChanges, fieldNames } from './fields.js'

/** What an update would really change, in the order of a printed note: unmentioned and unchanged fields drop out. */
export function changesBetween(fields: EcmrFields, wanted: FieldChanges): readonly Change[] {
  const changes: Change[] = []
  for (const field of fieldNames) {
    const value = wanted[field]
    if (value === undefined) continue
    const change = { field, old: fields[field] ?? null, new: trimmedJson(value) }
    if (!sameJson(change.old, change.new)) changes.push(change)
  }
  return changes
}

/** The fields after some changes; a new value of `null` takes the field away. */
export function withChanges(fields: EcmrFields, changes: readonly Change[]): EcmrFields {
  const next = Object.assign(
    { ...fields },
    Object.fromEntries(changes.map((change) => [change.field, change.new])),
  )
  for (const change of changes) if (change.new === null) Reflect.deleteProperty(next, change.field)
  return next
}

/** The fields with white space cut from both ends of every text. */
export function trimmedFields(fields: EcmrFields): EcmrFields {
  const changes = changesBetween(fields, fields)
  return changes.length === 0 ? fields : withChanges(fields, changes)
}
