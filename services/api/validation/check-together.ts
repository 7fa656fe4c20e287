import { checkFields, type FieldChanges } from '@ecmr/domain'
import { Problem } from '../problems/problem.js'

/** Refuses fields that are each well-formed but do not go together. */
export function checkTogether(fields: FieldChanges, mode: 'create' | 'update'): void {
  const errors = checkFields(fields, mode)
  if (errors.length > 0) throw new Problem('invalid_request', 'Fix the errors listed in errors.', { errors })
}
