import type { Box } from '@ecmr/ocr'
import type { Chance } from '../../data/chance.js'
import type { Danger } from '../../data/load.js'
import { wordFor } from '../../data/tables.js'
import type { Sheet } from '../paper/sheet.js'
import { block } from '../paper/text-block.js'
import { dangerTruth, type GoodsLine, type PrintedGoods } from '../printed/goods.js'
import type { Printed } from '../printed/habits.js'
import { caption, type Form } from './form.js'

interface Column {
  readonly number: number
  readonly caption: string
  readonly text: keyof GoodsLine
  /** of the whole width */
  readonly share: readonly [number, number]
  readonly align?: 'right' | 'centre'
}

const columns: readonly Column[] = [
  { number: 6, caption: 'marks', text: 'marks', share: [0.15, 0.18] },
  { number: 7, caption: 'packages', text: 'packages', share: [0.09, 0.11], align: 'centre' },
  { number: 8, caption: 'packing', text: 'packing', share: [0.12, 0.14] },
  { number: 9, caption: 'nature', text: 'description', share: [0.26, 0.3] },
  { number: 10, caption: 'statistical', text: 'hsCode', share: [0.12, 0.13] },
  { number: 11, caption: 'weight', text: 'weight', share: [0.12, 0.13], align: 'right' },
  { number: 12, caption: 'volume', text: 'volume', share: [0.1, 0.1], align: 'right' },
]

/** Boxes 6 to 12: the goods line by line, and below what else is stated about them. */
export function goodsBox(
  sheet: Sheet,
  form: Form,
  box: Box,
  goods: PrintedGoods,
  more: Printed,
  chance: Chance,
): void {
  const rooms = columnRooms(sheet, form, box, chance)
  const bottom = box.y + box.height - 6
  let y = Math.max(...rooms.map(({ room }) => room.y)) + chance.whole(4, 16) + form.shift[1]
  for (const line of goods.total ? [...goods.lines, goods.total] : goods.lines) {
    const ends = rooms.map(({ column, room }) => {
      const text = line[column.text]
      if (text === '') return y
      const into = { ...room, y, height: bottom - y }
      return block(sheet, [text], into, form.typing, { align: column.align ?? 'left' })
    })
    y = Math.max(...ends) + 6
  }
  const nature = rooms.find(({ column }) => column.number === 9)
  if (nature && more.lines.length > 0)
    block(sheet, more.lines, { ...nature.room, y: y + 6, height: bottom - y - 6 }, form.typing)
  sheet.states({ ...goods.truth, ...more.truth })
}

function columnRooms(sheet: Sheet, form: Form, box: Box, chance: Chance) {
  const shares = columns.map(({ share }) => chance.between(...share))
  const all = shares.reduce((total, share) => total + share, 0)
  let x = box.x
  return columns.map((column, index) => {
    const width = Math.round((box.width * (shares[index] ?? 0)) / all)
    const own = { ...box, x, width: index === columns.length - 1 ? box.x + box.width - x : width }
    if (index > 0) sheet.rule('vertical', x, box.y, box.height, form.weight, form.ink)
    x += width
    const below = caption(sheet, form, own, column.number, wordFor(`box.${column.caption}`))
    return { column, room: { ...below, x: own.x + 8, width: own.width - 16 } }
  })
}

const OLD: readonly string[] = ['dangerous', 'figure', 'letter']
const NEW: readonly string[] = ['unNumber', 'dangerous', 'packingGroup']

/** The line of dangerous goods below boxes 6 to 9. Older forms have places that are no longer filled in. */
export function dangerousStrip(
  sheet: Sheet,
  form: Form,
  box: Box,
  danger: Danger | undefined,
  chance: Chance,
): void {
  const names = danger !== undefined || chance.happens(0.5) ? NEW : OLD
  const values = danger ? [danger.un, danger.adrClass, danger.packingGroup] : []
  const first = { ...form, languages: form.languages.slice(0, 1) }
  const width = Math.round(box.width * 0.22)
  names.forEach((name, index) => {
    const cell = { ...box, x: box.x + index * width, width }
    if (index > 0) sheet.rule('vertical', cell.x, cell.y, cell.height, form.weight, form.ink)
    const room = caption(sheet, first, cell, undefined, wordFor(`form.${name}`))
    const value = values[index]
    if (value !== undefined) block(sheet, [value], room, form.typing)
  })
  sheet.rule('vertical', box.x + 3 * width, box.y, box.height, form.weight, form.ink)
  sheet.write('(ADR)', box.x + 3 * width + 12, box.y + box.height - 14, { ...form.caption, size: 18 })
  if (danger) sheet.states(dangerTruth(danger, danger.un))
}
