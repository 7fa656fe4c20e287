import { wordsFor } from '../../data/tables.js'
import { mm } from '../paper/sheet.js'
import { block, type TableColumn, table } from '../paper/text-block.js'
import {
  type GoodsLine,
  printedDanger,
  printedGoods,
  printedSeals,
  printedTemperature,
} from '../printed/goods.js'
import { colon, type Drawing, together, typed, typedDate } from '../printed/habits.js'
import { labelled, vehicle } from '../printed/particulars.js'
import { printedParty } from '../printed/party.js'
import type { NoteStyle } from './draw-delivery-note.js'

/**
 * The goods line by line with their totals, and what else is stated about them.
 *
 * @returns where they end
 */
export function goodsTable(drawing: Drawing, style: NoteStyle, top: number): number {
  const { sheet, paper, habits, chance } = drawing
  const word = (name: string): string => chance.oneOf<string>(wordsFor(name)[habits.language])
  const shows = {
    marks: chance.happens(0.3),
    hsCode: chance.happens(0.3),
    volume: chance.happens(0.2),
    units: chance.happens(0.5),
  }
  const goods = printedGoods(paper.loads, habits, shows, chance)
  const showsArticles = chance.happens(0.7)
  const showsCode = shows.hsCode && goods.truth.goods_hs_code !== undefined
  const parts: readonly (readonly [keyof GoodsLine, TableColumn, boolean])[] = [
    ['description', { head: word('note.descriptionHeads'), share: 0.36 }, true],
    ['marks', { head: word('label.marks'), share: 0.14 }, shows.marks],
    ['packages', { head: word('label.packages'), share: 0.1, align: 'right' }, true],
    ['packing', { head: word('label.packing'), share: 0.14 }, true],
    ['hsCode', { head: word('label.hsCode'), share: 0.13 }, showsCode],
    ['weight', { head: word('label.weight'), share: 0.13, align: 'right' }, true],
    ['volume', volumeColumn(word('label.volume'), shows.units), shows.volume],
  ]
  const shown = parts.filter(([, , isShown]) => isShown)
  const total = goods.total && { ...goods.total, description: word('note.totals') }
  const articleHead = showsArticles ? [{ head: word('note.articleHeads'), share: 0.11 }] : []
  const row = (line: GoodsLine, article: string) => [
    ...(showsArticles ? [article] : []),
    ...shown.map(([text]) => line[text]),
  ]
  const y = table(
    sheet,
    [...articleHead, ...shown.map(([, column]) => column)],
    [...goods.lines.map((line) => row(line, chance.digits(5))), ...(total ? [row(total, '')] : [])],
    { x: style.left, y: top, width: style.width },
    style.table,
  )
  const more = together(
    printedDanger(paper.loads[0]?.danger, chance),
    printedTemperature(chance.happens(0.8) ? paper.loads[0]?.temperature : undefined, habits),
    ...(chance.happens(0.2) ? [printedSeals(paper.seals, habits)] : []),
  )
  sheet.states({ ...goods.truth, ...more.truth })
  if (more.lines.length === 0) return y
  const below = { x: style.left + 8, y: y + mm(2), width: style.width - 16, height: 200 }
  return block(sheet, more.lines, below, style.body)
}

const volumeColumn = (head: string, hasUnit: boolean): TableColumn => ({
  head: `${head}${hasUnit ? '' : ' m³'}`,
  share: 0.1,
  align: 'right',
})

/**
 * Who carries the goods, when, and what the customer should know.
 *
 * @returns where they end
 */
export function transportDetails(drawing: Drawing, style: NoteStyle, top: number): number {
  const { sheet, paper, habits, chance } = drawing
  const { pickupDate, deliveryDate } = paper
  const { left, width, body } = style
  const notes = typed(habits, paper.instructions.join(' '))
  const name = typed(habits, paper.carrier.name)
  const carrier = chance.happens(0.5)
    ? { lines: [name], truth: { carrier_company_name: name } }
    : printedParty('carrier', paper.carrier, habits, {})
  const all = [
    ...labelled(drawing, [
      ['carrier', 0.9, carrier],
      ['pickupDate', 0.9, { lines: [typedDate(habits, pickupDate)], truth: { pickup_date: pickupDate } }],
      [
        'deliveryDate',
        0.4,
        { lines: [typedDate(habits, deliveryDate)], truth: { delivery_date: deliveryDate } },
      ],
    ]),
    ...vehicle(drawing).filter(({ name }) => name !== 'seals'),
    ...labelled(drawing, [['notes', 0.4, { lines: [notes], truth: { notes } }]]),
  ]
  const heading = chance.oneOf(wordsFor('note.transports')[habits.language])
  let y = block(sheet, [heading], { x: left, y: top, width, height: 40 }, style.strong) + 6
  for (const { label, printed } of all) {
    const text = `${label}${colon(habits.language)} ${printed.lines.join(', ')}`
    y = block(sheet, [text], { x: left, y, width, height: 120 }, body, { leading: 1.3 })
    sheet.states(printed.truth)
  }
  return y
}
