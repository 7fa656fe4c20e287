import type { FieldChanges, FieldName } from '@ecmr/domain'
import { fieldKind } from '../../../forms/field-kinds.js'
import type { FormValues } from '../../../forms/form-values.js'
import { lengthOf, mostShown, type Portion, sentPortion } from '../../../forms/portions.js'
import { rowsIn } from '../../../forms/rows.js'

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
