import type { FieldName } from '@ecmr/domain'
import { rowFields } from '../../../forms/field-kinds.js'
import { type FormValues, typedAs } from '../../../forms/form-values.js'
import { type ChoosePortion, portionAt } from '../../../forms/portions.js'

/** Behind the last line of a list, where lines are added. */
export const END = 'fin'

/** A line of a list that somebody wants to see or to add: its number, counted from 1, or `END`. */
export interface LinePlace {
  readonly list: FieldName
  readonly line: string
}

/** The portion that somebody wants to go on to once the form is saved. */
export function nextPlace(values: FormValues): LinePlace | undefined {
  const [verb, list, line = ''] = typedAs(values, 'do').split(':')
  return verb === 'go' ? placeIn(list, line) : undefined
}

/** The portion that an address names. */
export function placeOf(query: {
  readonly lista?: unknown
  readonly linea?: unknown
}): LinePlace | undefined {
  const { lista, linea } = query
  return typeof lista === 'string' && typeof linea === 'string' ? placeIn(lista, linea) : undefined
}

/** The address of the form for changing a note at a line. */
export function addressOf(noteId: string, { list, line }: LinePlace): string {
  return `/ecmrs/${noteId}/editar?lista=${list}&linea=${line}#f-${list}`
}

/** The portions that a form begins with: of the list that is asked for the one in which the line is, else the first. */
export function portionsAround(place: LinePlace | undefined): ChoosePortion {
  return (list, length) => portionAt(list, length, place?.list === list ? lineOf(place.line) : 0)
}

function placeIn(list: string | undefined, line: string): LinePlace | undefined {
  const known = rowFields.find((name) => name === list)
  return known !== undefined && (line === END || /^[1-9]\d{0,3}$/.test(line))
    ? { list: known, line }
    : undefined
}

function lineOf(line: string): number {
  return line === END ? Number.POSITIVE_INFINITY : Number(line) - 1
}
