import type { FieldName } from '@ecmr/domain'
import { fieldKind, rowFields } from './field-kinds.js'
import type { FormValues } from './form-values.js'

const IN_ROW = /^(\w+)\/(\d{1,4})\/(\w+)$/

interface Cell {
  readonly list: FieldName
  readonly row: number
  readonly member: string
  readonly value: string
}

/**
 * A form whose groups are numbered without gaps: those in which nothing stands are taken out, so that each group is the
 * item of the list that it becomes.
 *
 * @param first the number of the first group of a list, for a form that shows only a portion of it
 */
export function withoutBlankRows(
  values: FormValues,
  first: (list: FieldName) => number = () => 0,
): FormValues {
  const cells = Object.entries(values).flatMap(cellOf)
  const others = Object.entries(values).filter(([name]) => !IN_ROW.test(name))
  const numbered = rowFields.flatMap((list) => {
    const filled = cells.filter((cell) => cell.list === list && cell.value !== '')
    const rows = [...new Set(filled.map(({ row }) => row))].sort((a, b) => a - b)
    const places = new Map(rows.map((row, place) => [row, first(list) + place]))
    return filled.map(({ row, member, value }) => [`${list}/${places.get(row)}/${member}`, value] as const)
  })
  return Object.fromEntries([...others, ...numbered])
}

/** The numbers of a list's groups in a form, in their order. */
export function rowsIn(values: FormValues, list: string): readonly number[] {
  const rows = Object.keys(values).flatMap((name) => {
    const place = rowOf(name)
    return place?.list === list ? [place.row] : []
  })
  return [...new Set(rows)].sort((a, b) => a - b)
}

/** The list, and the group of it, that a control belongs to. */
export function rowOf(name: string): { readonly list: string; readonly row: number } | undefined {
  const [, list, row] = IN_ROW.exec(name) ?? []
  return list === undefined ? undefined : { list, row: Number(row) }
}

function cellOf([name, value]: [string, string]): readonly Cell[] {
  const [, field, row, member] = IN_ROW.exec(name) ?? []
  const list = rowFields.find((known) => known === field)
  if (list === undefined || member === undefined) return []
  const kind = fieldKind(list)
  const isKnown = kind.kind === 'rows' && Object.hasOwn(kind.members, member)
  return isKnown ? [{ list, row: Number(row), member, value }] : []
}
