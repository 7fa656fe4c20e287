import type { FieldName } from '@ecmr/domain'
import type { FoundField, ReadForm } from './read-form.js'

/** How sure the reader was, and the share of such values that were right; both rise. */
type Calibration = readonly (readonly [sure: number, right: number])[]

/** What is compared letter by letter goes wrong in other ways than words do. */
export type ValueKind = 'code' | 'text'

const CODES =
  /_(?:tax_id|hs_code|postal_code|email|phone|plate|date|from|to|currency|amount|numbers?|temperature|class|group|kg|m3|packages|value|country)$|^(?:reference|goods_packages|declared_value)$/

/** Whether a field's values are codes, numbers and dates, or words. */
export const valueKind = (name: FieldName): ValueKind => (CODES.test(name) ? 'code' : 'text')

// Made with `npm run ocr:corpus -- measure --families work --seed 77 --pages 44 --words <directory> --calibration`.
const measured: Readonly<Record<ValueKind, Calibration>> = {
  code: [
    [0, 0],
    [0.774, 0.732],
    [0.886, 0.877],
    [0.97, 0.968],
  ],
  text: [
    [0, 0],
    [0.779, 0.293],
    [0.861, 0.71],
    [0.901, 0.829],
    [0.926, 0.884],
    [0.938, 0.927],
    [0.969, 0.983],
  ],
}

/**
 * A form whose confidences are the share of such values that were right, on papers of the families that the reader was made
 * with. What the reader calls sure depends on the engine and its languages; this is what it was worth.
 */
export function calibrated(form: ReadForm): ReadForm {
  const { fields, goods } = form
  return {
    ...form,
    fields: fields.map(calibratedField),
    // A line is as sure as its least sure member, and most of what is wrong in lines are words.
    ...(goods && {
      goods: goods.map((line) => ({ ...line, confidence: between(measured.text, line.confidence) })),
    }),
  }
}

// What is wrong more often than not is not said: something stands there, and a person reads it.
const LEAST = 0.35

function calibratedField(field: FoundField): FoundField {
  const confidence = between(measured[valueKind(field.name)], field.confidence)
  return { ...field, confidence, value: confidence < LEAST ? null : field.value }
}

/** On the straight line between the two points around a value. */
function between(points: Calibration, sure: number): number {
  const above = points.findIndex(([at]) => at >= sure)
  if (above === -1) return points.at(-1)?.[1] ?? 0
  const [x1, y1] = points[above] ?? [1, 1]
  const [x0, y0] = points[above - 1] ?? [-1, 0]
  return y0 + ((y1 - y0) * (sure - x0)) / (x1 - x0)
}
