import type { Language } from '@ecmr/contract'
import type { FieldChanges, FieldName, JsonValue } from '@ecmr/domain'
import { PageProblem } from '../problems/page-problem.js'
import { rowFields } from './field-kinds.js'
import { type FormValues, typedAs } from './form.js'
import { rowOf, writeFields } from './note-fields.js'

/** The lines of a list that a form stands for, counted from 0: the first of them, and the first behind them. */
export interface Portion {
  readonly from: number
  readonly to: number
}

/** Chooses a portion of each list, given how many lines the list has. */
export type ChoosePortion = (list: FieldName, length: number) => Portion

// A page with every list shown as far as this, and with long texts in it, stays below 60 KB.
const MOST_SHOWN: Readonly<Record<string, number>> = { goods_items: 10, charges: 10, successive_carriers: 5 }

/** How many lines of a list a form shows at most. */
export function mostShown(list: FieldName): number {
  return MOST_SHOWN[list] ?? 10
}

/** The portion in which a line is; what is behind the last line begins a portion of its own when the last is full. */
export function portionAt(list: FieldName, length: number, line: number): Portion {
  const most = mostShown(list)
  const within = Math.min(line, length)
  const from = within - (within % most)
  return { from, to: Math.min(from + most, length) }
}

/** The control that says which lines of a list a form stands for. */
export function portionName(list: string): string {
  return `lines/${list}`
}

/**
 * The lines of a list that a sent form stands for; all of them unless it says otherwise.
 *
 * @param length of the list in the note that the form was made of
 * @throws PageProblem when that list has no such lines
 */
export function sentPortion(values: FormValues, list: FieldName, length: number): Portion {
  const said = typedAs(values, portionName(list))
  if (said === '') return { from: 0, to: length }
  const [, first, behind] = /^(\d{1,4})-(\d{1,4})$/.exec(said) ?? []
  const [from, to] = [Number(first), Number(behind)]
  if (!(from <= to && to <= length)) throw new PageProblem('malformed')
  return { from, to }
}

/** How many lines a list has. */
export function lengthOf(fields: FieldChanges, list: FieldName): number {
  return linesOf(fields, list).length
}

/** The fields of a note as a form shows them that holds a portion of each list, and says which. */
export function writePortions(fields: FieldChanges, language: Language, choose: ChoosePortion): FormValues {
  const portions = new Map<string, Portion>(
    rowFields.map((list) => [list, choose(list, lengthOf(fields, list))]),
  )
  const isShown = (name: string): boolean => {
    const place = rowOf(name)
    const portion = place && portions.get(place.list)
    return !place || !portion || (portion.from <= place.row && place.row < portion.to)
  }
  return Object.fromEntries([
    ...Object.entries(writeFields(fields, language)).filter(([name]) => isShown(name)),
    ...[...portions].map(([list, { from, to }]) => [portionName(list), `${from}-${to}`] as const),
  ])
}

/**
 * What a form says of a note, with those lines of its lists that the form does not show as they are in the note that it
 * was made of.
 *
 * @param fields as they were read from the form
 * @param before the fields of the note that the form was made of
 */
export function withUnshownLines(
  fields: Readonly<Record<string, JsonValue>>,
  before: FieldChanges,
  values: FormValues,
): Readonly<Record<string, JsonValue>> {
  const whole = rowFields.flatMap((list) => {
    const lines = linesOf(before, list)
    const { from, to } = sentPortion(values, list, lines.length)
    const [ahead, behind] = [lines.slice(0, from), lines.slice(to)]
    const shown = Object.hasOwn(fields, list) ? fields[list] : undefined
    if (ahead.length + behind.length === 0) return []
    return [[list, [...ahead, ...(Array.isArray(shown) ? shown : []), ...behind]] as const]
  })
  return { ...fields, ...Object.fromEntries(whole) }
}

/** The lines of a list. */
export function linesOf(fields: FieldChanges, list: FieldName): readonly JsonValue[] {
  const lines: JsonValue | undefined = fields[list]
  return Array.isArray(lines) ? lines : []
}
