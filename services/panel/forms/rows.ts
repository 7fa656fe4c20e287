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
 * A form whose groups are numbered from 0 without gaps: those in which nothing stands are taken out, so that each group
 * is the item of the list that it becomes.
 */
export function withoutBlankRows(values: FormValues): FormValues {
  const cells = Object.entries(values).flatMap(cellOf)
  const others = Object.entries(values).filter(([name]) => !IN_ROW.test(name))
  const numbered = rowFields.flatMap((list) => {
    const filled = cells.filter((cell) => cell.list === list && cell.value !== '')
    const rows = [...new Set(filled.map(({ row }) => row))].sort((a, b) => a - b)
    const places = new Map(rows.map((row, place) => [row, place]))
    return filled.map(({ row, member, value }) => [`${list}/${places.get(row)}/${member}`, value] as const)
  })
  return Object.fromEntries([...others, ...numbered])
}

/** How many groups of a list stand in a form without blank ones. */
export function rowsIn(values: FormValues, list: FieldName): number {
  const rows = Object.keys(values).map((name) => IN_ROW.exec(name))
  return rows.reduce((most, match) => (match?.[1] === list ? Math.max(most, Number(match[2]) + 1) : most), 0)
}

function cellOf([name, value]: [string, string]): readonly Cell[] {
  const [, field, row, member] = IN_ROW.exec(name) ?? []
  const list = rowFields.find((known) => known === field)
  if (list === undefined || member === undefined) return []
  const kind = fieldKind(list)
  const isKnown = kind.kind === 'rows' && Object.hasOwn(kind.members, member)
  return isKnown ? [{ list, row: Number(row), member, value }] : []
}
