import type { FieldName } from '@ecmr/domain'
import type { TextLine } from '../../../page/text-lines.js'
import type { FoundField } from '../../read-form.js'
import type { Hints } from '../../values/index.js'
import { plainLetters } from '../../values/plain-letters.js'
import { fieldsOfLabel } from '../fields-of-label.js'
import { fieldOf } from '../found-words.js'
import type { Meaning } from '../labels/meaning.js'
import type { Column } from './table-head.js'
import type { TableRow } from './table-rows.js'

const TOTAL = /^(?:totale?s?|suma|sum|summe|gesamt|gesamtsumme|total general|grand total|somme|insgesamt)\b/

const lists: readonly (readonly [Meaning, FieldName])[] = [
  ['goods', 'goods_description'],
  ['packing', 'goods_packaging'],
  ['marks', 'goods_marks'],
]
const amounts: readonly Meaning[] = ['packages', 'weight', 'volume']

/**
 * What a table of goods says of all goods: texts of its lines one after the other, `; ` between them; numbers from the
 * line of totals, or from the only line. Nothing is added up.
 */
export function tableFields(
  columns: readonly Column[],
  rows: readonly TableRow[],
  hints: Hints,
): readonly FoundField[] {
  const goods = rows.filter((row) => !isTotal(row))
  const total = rows.find(isTotal) ?? (goods.length === 1 ? goods[0] : undefined)
  const single = goods.length === 1 ? goods[0] : undefined
  return columns.flatMap((column) => {
    const list = lists.find(([means]) => means === column.means)
    if (list !== undefined) return listed(list[1], column, goods)
    const from = amounts.includes(column.means) ? total : single
    if (from === undefined || column.means === 'reference' || column.means === 'number') return []
    return fieldsOfLabel({
      means: column.means,
      caption: column.caption,
      lines: from.get(column) ?? [],
      certainty: column.certainty * 0.98,
      hints,
    })
  })
}

function listed(name: FieldName, column: Column, rows: readonly TableRow[]): readonly FoundField[] {
  const lines = rows.flatMap((row) => row.get(column) ?? [])
  const texts = rows.map((row) => textOf(row.get(column))).filter((text) => /[\p{L}\p{N}]/u.test(text))
  if (texts.length === 0) return []
  const value = [...new Set(texts)].join('; ')
  const source = lines.map(({ text }) => text).join('\n')
  return [
    fieldOf(
      name,
      { value, source, plausibility: texts.length === rows.length ? 1 : 0.8 },
      lines,
      column.certainty,
    ),
  ]
}

const textOf = (lines: readonly TextLine[] = []): string => lines.map(({ text }) => text).join(' ')

const isTotal = (row: TableRow): boolean =>
  Array.from(row.values()).some((lines) => TOTAL.test(plainLetters(textOf(lines))))
