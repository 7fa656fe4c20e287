import { checkFields, type Fault, type FieldChanges } from '@ecmr/domain'
import { Type } from '@sinclair/typebox'
import { fieldsToUpdate } from '../fields.js'
import { bodyValidators } from './validators.js'

const isSound = bodyValidators.compile<FieldChanges>(Type.Object(fieldsToUpdate))

/**
 * The faults of the body of a note, and the contradictions between fields that are each valid, so that the client sees
 * everything at once.
 *
 * @param faults what the schema finds
 */
export function withContradictions(
  faults: readonly Fault[],
  body: unknown,
  mode: 'create' | 'update',
): readonly Fault[] {
  if (typeof body !== 'object' || body === null) return faults
  const wrong = new Set(faults.map(({ pointer }) => pointer.split('/')[1] ?? ''))
  const sound = Object.fromEntries(
    Object.entries(body).filter(([name]) => Object.hasOwn(fieldsToUpdate, name) && !wrong.has(name)),
  )
  if (!isSound(sound)) return faults
  return [...faults, ...checkFields(sound, mode, wrong)]
}
