import { bodyValidators } from '@ecmr/contract'
import { ecmrFields, type FieldChanges, type FieldName, fieldNames } from '@ecmr/domain'
import type { FoundField } from '../forms/read-form.js'
import type { Bounds, Box } from '../page/recognised-page.js'
import type { ReadField } from '../port.js'

/** What is read with less certainty than this must be reviewed by a person. */
export const REVIEW_BELOW = 0.88

const FINEST = 1e4

/** A part of something, 0 to 1, with four decimals; 0 when it is no number. */
function roundedPart(part: number): number {
  return Number.isNaN(part) ? 0 : Math.min(1, Math.max(0, Math.round(part * FINEST) / FINEST))
}

/** Bounds with four decimals, none of them beyond the image; null when they are nowhere. */
function roundedBounds(bounds: Bounds | null): Bounds | null {
  if (bounds === null || !bounds.every(Number.isFinite)) return null
  const [left, top, width, height] = bounds
  const x = roundedPart(left)
  const y = roundedPart(top)
  return [x, y, roundedPart(Math.min(width, 1 - x)), roundedPart(Math.min(height, 1 - y))]
}

const names: ReadonlySet<string> = new Set(fieldNames)

/** Whether a creation would take a value for a field. */
function isValidValue(name: FieldName, value: unknown): boolean {
  return bodyValidators.validate(ecmrFields[name], value)
}

/** Whether a creation would take each of these values for its field. */
export function areValidValues(values: Readonly<Record<string, unknown>>): values is FieldChanges {
  return Object.entries(values).every(([name, value]) => isFieldName(name) && isValidValue(name, value))
}

const isFieldName = (name: string): name is FieldName => names.has(name)

/** The most certain reading of each field, in the order of a printed note. */
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
