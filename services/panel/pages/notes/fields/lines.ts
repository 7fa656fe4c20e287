import type { FieldChanges, FieldName } from '@ecmr/domain'
import { fieldKind, rowFields } from '../../../forms/field-kinds.js'
import { type FormValues, typedAs } from '../../../forms/form.js'
import { rowsIn } from '../../../forms/note-fields.js'
import {
  type ChoosePortion,
  lengthOf,
  mostShown,
  type Portion,
  portionAt,
  sentPortion,
} from '../../../forms/portions.js'

/** Which lines of a list a form shows, and where the others are. */
export interface LinesView {
  /** what the form says of it when it is sent */
  readonly portion: string
  readonly rows: readonly number[]
  /** how many lines the list has, as it is typed so far */
  readonly total: number
  /** the first and the last of the lines that are shown, counted from 1; nothing when all of them are */
  readonly shown?: { readonly first: number; readonly last: number }
  /** all portions of the list, unless it is shown as a whole */
  readonly stops: readonly {
    readonly first: number
    readonly last: number
    readonly isHere: boolean
  }[]
  /** how many lines may be shown here once lines are added at the end; none where other lines follow */
  readonly room: number
  /** whether the list itself takes more lines */
  readonly takesMore: boolean
}

/**
 * What a form shows of a list.
 *
 * @param before the fields of the note that the form is made of
 * @param isExtended whether it gets one more line, blank, if there is room for it
 */
export function linesView(
  list: FieldName,
  values: FormValues,
  before: FieldChanges,
  isExtended: boolean,
): LinesView {
  const kind = fieldKind(list)
  const atMost = kind.kind === 'rows' ? kind.atMost : 0
  const most = mostShown(list)
  const length = lengthOf(before, list)
  const portion = sentPortion(values, list, length)
  const filled = rowsIn(values, list)
  const room = portion.to === length ? Math.min(most, atMost - portion.from) : 0
  const blank = isExtended && filled.length < room ? [portion.from + filled.length] : []
  const total = length - (portion.to - portion.from) + filled.length
  const last = portion.from + filled.length
  const isWhole = filled.length === total
  return {
    portion: `${portion.from}-${portion.to}`,
    rows: [...filled, ...blank],
    total,
    ...(!isWhole && filled.length > 0 && { shown: { first: portion.from + 1, last } }),
    stops: isWhole ? [] : stopsOf(total, most, { from: portion.from, to: last }),
    room,
    takesMore: total < atMost,
  }
}

function stopsOf(total: number, most: number, here: Portion): LinesView['stops'] {
  return Array.from({ length: Math.ceil(total / most) }, (_, index) => {
    const [from, to] = [index * most, Math.min((index + 1) * most, total)]
    return { first: from + 1, last: to, isHere: from === here.from && to === here.to }
  })
}

/** Behind the last line of a list, where lines are added. */
export const END = 'fin'

/** A line of a list that the user wants to see or to add: its number, counted from 1, or `END`. */
interface LinePlace {
  readonly list: FieldName
  readonly line: string
}

/** The portion that the user wants to go on to once the form is saved. */
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
