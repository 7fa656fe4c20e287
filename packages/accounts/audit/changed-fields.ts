import type { JsonObject, JsonValue } from '@ecmr/domain'

/**
 * What the audit trail keeps of a change: the names of the fields that have another value now, and the old and new value
 * of those which it may tell. `undefined` when everything stays as it was.
 */
export function changedFields(
  before: { readonly [field: string]: JsonValue },
  changes: { readonly [field: string]: JsonValue | undefined },
  told: readonly string[],
): JsonObject | undefined {
  const changed = Object.entries(changes).flatMap(([field, value]) =>
    value === undefined || value === before[field] ? [] : [{ field, old: before[field], new: value }],
  )
  if (changed.length === 0) return undefined
  const shown = changed.filter(({ field }) => told.includes(field))
  return {
    fields: changed.map(({ field }) => field),
    changes: Object.fromEntries(shown.map(({ field, ...values }) => [field, values])),
  }
}
