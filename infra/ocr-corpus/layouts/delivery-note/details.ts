import type { Chance } from '../../data/chance.js'
import type { Consignment } from '../../data/consignment.js'
import { wordsFor } from '../../data/tables.js'
import { mm, type Sheet } from '../paper/sheet.js'
import { block, type TableColumn, table } from '../paper/text-block.js'
import {
  type GoodsLine,
  printedDanger,
  printedGoods,
  printedSeals,
  printedTemperature,
} from '../printed/goods.js'
import { type Habits, printedDate, together, typed } from '../printed/habits.js'
import { labelled, vehicle } from '../printed/particulars.js'
import { printedParty } from '../printed/party.js'
import type { NoteStyle } from './letterhead.js'

/**
 * The goods line by line with their totals, and what else is stated about them.
 *
 * @returns where they end
 */
export function goodsTable(
  sheet: Sheet,
  style: NoteStyle,
  paper: Consignment,
  habits: Habits,
  chance: Chance,
  top: number,
): number {
  const { language } = habits
  const told = {
    marks: chance.happens(0.3),
    hsCode: chance.happens(0.3),
    volume: chance.happens(0.2),
    units: chance.happens(0.5),
  }
  const goods = printedGoods(paper.loads, habits, told, chance)
  const showsArticles = chance.happens(0.7)
  const head = (name: string): string => chance.oneOf<string>(wordsFor(`label.${name}`)[language])
  const parts: readonly (readonly [keyof GoodsLine, TableColumn, boolean])[] = [
    ['description', { head: chance.oneOf(wordsFor('note.descriptionHeads')[language]), share: 0.36 }, true],
    ['marks', { head: head('marks'), share: 0.14 }, told.marks],
    ['packages', { head: head('packages'), share: 0.1, align: 'right' }, true],
    ['packing', { head: head('packing'), share: 0.14 }, true],
    ['hsCode', { head: head('hsCode'), share: 0.13 }, told.hsCode && goods.truth.goods_hs_code !== undefined],
    ['weight', { head: head('weight'), share: 0.13, align: 'right' }, true],
    [
      'volume',
      { head: `${head('volume')}${told.units ? '' : ' m³'}`, share: 0.1, align: 'right' },
      told.volume,
    ],
  ]
  const shown = parts.filter(([, , isShown]) => isShown)
  const row = (line: GoodsLine, article: string) => [
    ...(showsArticles ? [article] : []),
    ...shown.map(([text]) => line[text]),
  ]
  const total = goods.total && {
    ...goods.total,
    description: chance.oneOf(wordsFor('note.totals')[language]),
  }
  const y = table(
    sheet,
    [
      ...(showsArticles
        ? [{ head: chance.oneOf(wordsFor('note.articleHeads')[language]), share: 0.11 }]
        : []),
      ...shown.map(([, column]) => column),
    ],
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
  return block(
    sheet,
    more.lines,
    { x: style.left + 8, y: y + mm(2), width: style.width - 16, height: 200 },
    style.body,
  )
}

/**
 * Who carries the goods, when, and what the customer should know.
 *
 * @returns where they end
 */
export function transportDetails(
  sheet: Sheet,
  style: NoteStyle,
  paper: Consignment,
  habits: Habits,
  chance: Chance,
  top: number,
): number {
  const { language } = habits
  const date = typed(habits, printedDate(paper.pickupDate, habits.dates, language))
  const arrival = typed(habits, printedDate(paper.deliveryDate, habits.dates, language))
  const notes = typed(habits, paper.instructions.join(' '))
  const carrierName = typed(habits, paper.carrier.name)
  const carrier = chance.happens(0.5)
    ? { lines: [carrierName], truth: { carrier_company_name: carrierName } }
    : oneLine(printedParty('carrier', paper.carrier, habits, {}))
  const all = [
    ...labelled(habits, chance, [
      ['carrier', 0.9, carrier],
      ['pickupDate', 0.9, { lines: [date], truth: { pickup_date: paper.pickupDate } }],
      ['deliveryDate', 0.4, { lines: [arrival], truth: { delivery_date: paper.deliveryDate } }],
    ]),
    ...vehicle(paper, habits, chance).filter(({ name }) => name !== 'seals'),
    ...labelled(habits, chance, [['notes', 0.4, { lines: [notes], truth: { notes } }]]),
  ]
  const colon = language === 'fr' ? ' :' : ':'
  const { left, width } = style
  let y =
    block(
      sheet,
      [chance.oneOf(wordsFor('note.transports')[language])],
      { x: left, y: top, width, height: 40 },
      style.strong,
    ) + 6
  for (const { label, printed } of all) {
    y = block(
      sheet,
      [`${label}${colon} ${printed.lines.join(', ')}`],
      { x: left, y, width, height: 120 },
      style.body,
      { leading: 1.3 },
    )
    sheet.states(printed.truth)
  }
  return y
}

const oneLine = <P extends { readonly lines: readonly string[] }>(printed: P): P => ({
  ...printed,
  lines: [printed.lines.join(', ')],
})
