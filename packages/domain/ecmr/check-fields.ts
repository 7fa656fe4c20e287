import type { Fault } from '../refusals.js'
import type { FieldChanges } from './fields.js'

export function checkFields(_input: FieldChanges, _mode: 'create' | 'update'): readonly Fault[] {
  throw new Error('not yet')
}
