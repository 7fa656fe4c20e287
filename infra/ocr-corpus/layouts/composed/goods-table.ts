import { columnWordsFor } from '../../data/tables.js'
import { block, type TableColumn, table } from '../paper/text-block.js'
import {
  type GoodsLine,
  printedDanger,
  printedGoods,
  printedSeals,
  printedTemperature,
} from '../printed/goods.js'
import { together, wordOf } from '../printed/habits.js'
import { type Composition, onPage } from './style.js'

type Part = readonly [keyof GoodsLine, TableColumn, boolean]

/**
 * The goods line by line with their totals, and what else is stated about them. The columns' order is the paper's own.
 *
 * @returns where they end
 */
export function goodsTable(composition: Composition, top: number): number {
  const { sheet, paper, habits, chance, style } = composition
  const shows = {
    marks: chance.happens(0.3),
    hsCode: chance.happens(0.3),
    volume: chance.happens(0.2),
    units: chance.happens(0.5),
  }
  const goods = printedGoods(paper.loads, habits, shows, chance)
  const columns = columnsOf(composition, shows)
  const showsArticles = chance.happens(0.6)
  const total = goods.total && { ...goods.total, description: columnWord(composition, 'note.totals') }
  const articleHead = showsArticles
    ? [{ head: columnWord(composition, 'note.articleHeads'), share: 0.11 }]
    : []
  const row = (line: GoodsLine, article: string) => [
    ...(showsArticles ? [article] : []),
    ...columns.map(([text]) => line[text]),
  ]
  const y = table(
    sheet,
    [...articleHead, ...columns.map(([, column]) => column)],
    [...goods.lines.map((line) => row(line, chance.digits(5))), ...(total ? [row(total, '')] : [])],
    { x: style.left, y: top, width: style.width },
    style.table,
  )
  const [load] = paper.loads
  const more = together(
    printedDanger(load?.danger, chance),
    printedTemperature(chance.happens(0.8) ? load?.temperature : undefined, habits),
    ...(chance.happens(0.2) ? [printedSeals(paper.seals, habits)] : []),
  )
  sheet.states({ ...goods.truth, ...more.truth })
  sheet.lists(goods.items)
  if (more.lines.length === 0) return onPage(y)
  const below = { x: style.left + 8, y: y + 14, width: style.width - 16, height: 200 }
  return onPage(block(sheet, more.lines, below, style.value))
}

const columnWord = (composition: Composition, name: string): string =>
  wordOf(composition, name, columnWordsFor)

function columnsOf(
  composition: Composition,
  shows: {
    readonly marks: boolean
    readonly hsCode: boolean
    readonly volume: boolean
    readonly units: boolean
  },
): readonly Part[] {
  const { chance } = composition
  const word = (name: string): string => columnWord(composition, name)
  const description: Part = ['description', { head: word('note.descriptionHeads'), share: 0.36 }, true]
  const number: Part = ['packages', { head: word('label.packages'), share: 0.1, align: 'right' }, true]
  const packing: Part = ['packing', { head: word('label.packing'), share: 0.14 }, true]
  const code: Part = ['hsCode', { head: word('label.hsCode'), share: 0.13 }, shows.hsCode]
  const marks: Part = ['marks', { head: word('label.marks'), share: 0.14 }, shows.marks]
  const weight: Part = ['weight', { head: word('label.weight'), share: 0.13, align: 'right' }, true]
  const volumeHead = `${word('label.volume')}${shows.units ? '' : ' m³'}`
  const volume: Part = ['volume', { head: volumeHead, share: 0.1, align: 'right' }, shows.volume]
  const orders: readonly (readonly Part[])[] = [
    [description, marks, number, packing, code, weight, volume],
    [marks, number, packing, description, code, weight, volume],
    [number, packing, description, code, marks, volume, weight],
    [code, description, packing, number, weight, volume, marks],
  ]
  return chance.oneOf(orders).filter(([, , isShown]) => isShown)
}
