import { checkBody, type Language, updateEcmrBody } from '@ecmr/contract'
import {
  type Fault,
  type FieldChanges,
  type FieldName,
  fieldNames,
  type JsonValue,
  requiredFields,
} from '@ecmr/domain'
import { type FormValues, meets } from '../../../forms/form.js'
import { readFields } from '../../../forms/note-fields.js'
import { sentPortion, withUnshownLines, writePortions } from '../../../forms/portions.js'
import { isOf } from '../fields/sections.js'

/** What a form changes about the note that it was made of. */
export type ReadChanges =
  | { readonly ok: true; readonly changed: readonly FieldName[]; readonly changes: FieldChanges }
  | { readonly ok: false; readonly changed: readonly FieldName[]; readonly faults: readonly Fault[] }

/**
 * Only what the user has changed: fields that the form does not have, and those that say what they said when it was made,
 * are left alone, and so are the lines of a list that it does not show. What is blank now is cleared.
 *
 * @param before the fields of the note that the form was made of
 */
export function changesOf(
  before: FieldChanges,
  values: FormValues,
  language: Language,
  isEditable: (field: FieldName) => boolean,
): ReadChanges {
  const shown = writePortions(before, language, (list, length) => sentPortion(values, list, length))
  const changed = fieldNames.filter(
    (field) =>
      isEditable(field) && Object.hasOwn(values, field) && textOf(field, values) !== textOf(field, shown),
  )
  const read = readFields(values, language)
  const fields = withUnshownLines(read.fields, before, values)
  const isChanged = ({ pointer }: Fault): boolean => changed.some((field) => isOf(field, pointer.slice(1)))
  const cleared = changed.filter((field) => !Object.hasOwn(fields, field))
  const missing = cleared
    .filter((field) => field in requiredFields)
    .map((field) => ({ pointer: `/${field}`, code: 'required', message: `${field} is required.` }))
  const wanted: readonly (readonly [FieldName, JsonValue])[] = changed
    .filter((field) => !(cleared.includes(field) && field in requiredFields))
    .map((field) => [field, fields[field] ?? null])
  const changes: unknown = Object.fromEntries(wanted)
  const faults = [...missing, ...read.faults.filter(isChanged), ...checkBody(updateEcmrBody, changes)]
  return faults.length === 0 && meets(updateEcmrBody, changes)
    ? { ok: true, changed, changes }
    : { ok: false, changed, faults }
}

/** All that stands in the controls of a field. */
export function textOf(field: FieldName, values: FormValues): string {
  const controls = Object.entries(values).filter(([name, value]) => value !== '' && isOf(field, name))
  return JSON.stringify(controls.sort(([a], [b]) => (a < b ? -1 : 1)))
}
