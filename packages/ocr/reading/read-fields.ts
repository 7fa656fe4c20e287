import { type FieldName, fieldNames } from '@ecmr/domain'
import type { FoundField } from '../forms/read-form.js'
import type { Box } from '../page/recognised-page.js'
import type { Bounds, ReadField } from '../port.js'
import { REVIEW_BELOW } from './review.js'
import { roundedBounds, roundedPart } from './rounded.js'
import { isValidValue } from './valid-values.js'

/** The most surely read of each field, in the order of a printed note. */
export function surestFields(found: readonly FoundField[]): readonly FoundField[] {
  const surest = new Map<FieldName, FoundField>()
  for (const field of found) {
    const other = surest.get(field.name)
    if (other === undefined || usefulness(field) > usefulness(other)) surest.set(field.name, field)
  }
  return fieldNames.flatMap((name) => surest.get(name) ?? [])
}

const usefulness = (field: FoundField): number =>
  field.value === null || isRefused(field) ? -1 : field.confidence

/** A field as the answer gives it. A value that no creation would take is null. */
export function readField(field: FoundField, place: (box: Box) => Bounds | null): ReadField {
  const value = isRefused(field) ? null : field.value
  const confidence = value === null ? 0 : roundedPart(field.confidence)
  return {
    name: field.name,
    value,
    confidence,
    cmr_box: field.cmrBox,
    source_text: field.sourceText,
    bbox: field.box && roundedBounds(place(field.box)),
    needs_review: value === null || confidence < REVIEW_BELOW,
  }
}

/** Whether something was read that is no value of its field, such as a date that there is not. */
export function isRefused({ name, value }: FoundField): boolean {
  return value !== null && !isValidValue(name, value)
}
