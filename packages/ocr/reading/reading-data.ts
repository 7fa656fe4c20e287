import { type FieldName, fieldNames, requiredFields } from '@ecmr/domain'
import type { DocumentReading, ReadField } from '../port.js'

const required = fieldNames.filter((name) => name in requiredFields)

/** What can be posted after a look: what a creation needs, null where it was not read, and what else the document has a place for. */
export function readingData(fields: readonly ReadField[]): DocumentReading['data'] {
  const nothing = required.map((name) => [name, null] as const)
  const read = fields.map(({ name, value }) => [name, value] as const)
  return Object.fromEntries([...nothing, ...read])
}

/** What a creation needs and was not read. */
export function missingFields(data: DocumentReading['data']): readonly FieldName[] {
  return required.filter((name) => (data[name] ?? null) === null)
}
