import { boxCaptions } from '../captions/boxes.js'
import { shortFieldName } from '../captions/field-names.js'
import { captionOf } from '../captions/caption.js'
import { words } from '../captions/words.js'
import type { Cell, Column, Line, Table } from './page-data.js'
import { writtenMoney, writtenNumber } from './values.js'
import { named, type Writing, written } from './writing.js'

const columns = [
  ['goods_marks', 10],
  ['goods_packages', 11],
  ['goods_packaging', 12],
  ['goods_description', 13],
  ['goods_weight_kg', 14],
  ['goods_volume_m3', 15],
] as const
type GoodsField = (typeof columns)[number][0]

const numeric: ReadonlySet<string> = new Set<GoodsField>([
  'goods_packages',
  'goods_weight_kg',
  'goods_volume_m3',
])

type Item = NonNullable<Writing['record']['goods_items']>[number]

/** The goods: what is said of all of them, then item by item, then the sums. Columns carry the numbers of their boxes, or none. */
export function goodsTable(note: Writing, hasNumbers: boolean): Table {
  const { record, language } = note
  const items = record.goods_items ?? []
  return {
    columns: columns.map(
      ([field, box]): Column => ({
        number: hasNumbers ? String(box) : '',
        caption: captionOf(boxCaptions, `box_${box}`, language),
        isNumeric: numeric.has(field),
      }),
    ),
    rows: [
      columns.map(([field]) => (items.length > 0 && numeric.has(field) ? blank : wholeCell(note, field))),
      ...items.map((item, i) => itemRow(item, i + 1, language)),
    ],
    totals: items.length === 0 ? [] : [totalRow(note, items)],
  }
}

const blank: Cell = { text: '' }

function wholeCell(note: Writing, field: GoodsField): Cell {
  const text = written(note, field)
  if (text === undefined) return missingCell(note, field)
  return { text: field === 'goods_description' ? withDetails(note, text) : text }
}

function missingCell({ missing, language }: Writing, field: GoodsField): Cell {
  return missing.has(field) ? { text: words[language].notGiven, isMissing: true } : blank
}

function withDetails(note: Writing, description: string): string {
  const quantity = named(note, 'goods_quantity_other').map(({ label, text }) => `\n${label}: ${text}`)
  return [withCode(description, note.record.goods_hs_code, note.language), ...quantity].join('')
}

function withCode(description: string, code: string | undefined, language: Writing['language']): string {
  return code === undefined ? description : `${description} (${words[language].hsCode}\u{a0}${code})`
}

function itemRow(item: Item, n: number, language: Writing['language']): readonly Cell[] {
  return [
    item.marks,
    item.packages,
    item.packaging,
    withCode(`${n}. ${item.description}`, item.hs_code, language),
    item.weight_kg,
    item.volume_m3,
  ].map((value) => ({ text: typeof value === 'number' ? writtenNumber(value, language) : (value ?? '') }))
}

/** What the note states for all goods; where it states nothing, the sum of the items if each says its part. */
function totalRow(note: Writing, items: readonly Item[]): readonly Cell[] {
  const { language } = note
  const total = (field: GoodsField, member: 'packages' | 'weight_kg' | 'volume_m3'): Cell => {
    const stated = written(note, field)
    if (stated !== undefined) return { text: stated }
    const parts = items.flatMap((item) => item[member] ?? [])
    if (parts.length < items.length) return missingCell(note, field)
    // Binary fractions add up to digits that stand on no item.
    const sum = Number(parts.reduce((sum, part) => sum + part, 0).toFixed(6))
    return { text: writtenNumber(sum, language) }
  }
  return [
    { text: words[language].total },
    total('goods_packages', 'packages'),
    blank,
    { text: `${writtenNumber(items.length, language)} ${words[language].items}` },
    total('goods_weight_kg', 'weight_kg'),
    total('goods_volume_m3', 'volume_m3'),
  ]
}

/** What else is said of the goods: dangerous or not, and how to keep them. */
export function handlingLines(note: Writing): readonly Line[] {
  return (
    [
      'goods_dangerous',
      'goods_un_number',
      'goods_adr_class',
      'goods_packing_group',
      'goods_temperature',
    ] as const
  ).flatMap((field) => named(note, field))
}

/** The declared value, with its currency. */
export function declaredValueLines({ record, language }: Writing): readonly Line[] {
  const { declared_value, declared_value_currency } = record
  const text =
    declared_value === undefined
      ? declared_value_currency
      : writtenMoney(declared_value, declared_value_currency, language)
  return text === undefined ? [] : [{ label: shortFieldName('declared_value', language), text }]
}
