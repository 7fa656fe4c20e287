import { bodyValidators } from '@ecmr/contract'
import { ecmrFields, type FieldChanges, type FieldName, fieldNames } from '@ecmr/domain'

const validators = bodyValidators()
const names: ReadonlySet<string> = new Set(fieldNames)

/** Whether a creation would take a value for a field. */
export function isValidValue(name: FieldName, value: unknown): boolean {
  return validators.validate(ecmrFields[name], value)
}

/** Whether a creation would take each of these values for its field. */
export function areValidValues(values: Readonly<Record<string, unknown>>): values is FieldChanges {
  return Object.entries(values).every(([name, value]) => isFieldName(name) && isValidValue(name, value))
}

const isFieldName = (name: string): name is FieldName => names.has(name)
