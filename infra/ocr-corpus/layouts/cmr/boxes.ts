import type { Box } from '@ecmr/ocr'
import type { Chance } from '../../data/chance.js'
import { mm, PAGE } from '../paper/sheet.js'

const boxNames = [
  'title',
  'sender',
  'consignee',
  'carrier',
  'delivery',
  'successive',
  'takingOver',
  'reservations',
  'documents',
  'goods',
  'dangerous',
  'instructions',
  'agreements',
  'toPay',
  'payment',
  'cashOnDelivery',
  'established',
  'senderSigns',
  'carrierSigns',
  'received',
] as const
type BoxName = (typeof boxNames)[number]
export type Boxes = Readonly<Record<BoxName, Box>> & {
  /** absent: the plates stand where the carrier signs */
  readonly plates?: Box
}

/** Where printers put what is not the same on all forms. */
interface Arrangement {
  readonly titleAcross: boolean
  readonly establishedAcross: boolean
  readonly platesBelow: boolean
}

/** Where the boxes are, sized a little differently by each printer. */
export function boxes(chance: Chance): Boxes {
  const left = mm(chance.between(8, 13))
  const right = PAGE.width - mm(chance.between(8, 13))
  const at = (part: number): number => Math.round(left + (right - left) * part)
  const arrangement = {
    titleAcross: chance.happens(0.3),
    establishedAcross: chance.happens(0.35),
    platesBelow: chance.happens(0.6),
  }
  const rows = someRows(chance, arrangement)
  const edges = { left, right, middle: at(chance.between(0.47, 0.53)) }
  return {
    ...upper(rows, edges, arrangement),
    ...lower(rows, edges, arrangement),
    ...signatures(rows, [left, at(chance.between(0.31, 0.35)), at(chance.between(0.64, 0.68)), right]),
    ...(arrangement.platesBelow ? { plates: span(rows.plates, left, right) } : {}),
  }
}

const heights = {
  title: [17, 20],
  one: [27, 30],
  two: [27, 30],
  three: [16, 18],
  four: [17, 19],
  five: [13, 15],
  goods: [50, 56],
  dangerous: [8, 9],
  instructions: [30, 33],
  payment: [14, 15],
  cash: [11, 12],
  established: [11, 12],
  signatures: [30, 33],
  plates: [10, 11],
} as const satisfies Readonly<Record<string, readonly [number, number]>>
type RowName = keyof typeof heights
type Row = readonly [top: number, bottom: number]
type Rows = Readonly<Record<RowName, Row>>

/** The rows below each other, pressed together where they would not go on the page. */
function someRows(chance: Chance, { titleAcross, establishedAcross, platesBelow }: Arrangement): Rows {
  const isThere = { title: titleAcross, cash: establishedAcross, plates: platesBelow } as const
  const sizes = new Map(
    Object.entries(heights).map(([name, [least, most]]) => [name, mm(chance.between(least, most))]),
  )
  for (const [name, is] of Object.entries(isThere)) if (!is) sizes.set(name, 0)
  let y = mm(chance.between(13, 18))
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  const press = Math.min(1, (PAGE.height - y - mm(8)) / total)
  const row = (name: RowName): Row => {
    const top = y
    y += Math.round((sizes.get(name) ?? 0) * press)
    return [top, y]
  }
  return {
    title: row('title'),
    one: row('one'),
    two: row('two'),
    three: row('three'),
    four: row('four'),
    five: row('five'),
    goods: row('goods'),
    dangerous: row('dangerous'),
    instructions: row('instructions'),
    payment: row('payment'),
    cash: row('cash'),
    established: row('established'),
    signatures: row('signatures'),
    plates: row('plates'),
  }
}

interface Edges {
  readonly left: number
  readonly middle: number
  readonly right: number
}

const span = ([top, bottom]: Row, from: number, to: number): Box => ({
  x: from,
  y: top,
  width: to - from,
  height: bottom - top,
})

function upper(rows: Rows, { left, middle, right }: Edges, { titleAcross }: Arrangement) {
  return {
    sender: span(rows.one, left, middle),
    consignee: span(rows.two, left, middle),
    delivery: span(rows.three, left, middle),
    takingOver: span(rows.four, left, middle),
    documents: span(rows.five, left, middle),
    ...(titleAcross
      ? {
          title: span(rows.title, left, right),
          carrier: span(rows.one, middle, right),
          successive: span(rows.two, middle, right),
          reservations: span([rows.three[0], rows.five[1]], middle, right),
        }
      : {
          title: span(rows.one, middle, right),
          carrier: span(rows.two, middle, right),
          successive: span(rows.three, middle, right),
          reservations: span([rows.four[0], rows.five[1]], middle, right),
        }),
  }
}

function lower(rows: Rows, { left, middle, right }: Edges, { establishedAcross }: Arrangement) {
  const [top] = rows.instructions
  const bottom = establishedAcross ? rows.cash[1] : rows.payment[1]
  const between = Math.round(top + (bottom - top) * 0.36)
  return {
    goods: span(rows.goods, left, right),
    dangerous: span(rows.dangerous, left, right),
    instructions: span(rows.instructions, left, middle),
    payment: span(rows.payment, left, middle),
    agreements: span([top, between], middle, right),
    toPay: span([between, bottom], middle, right),
    ...(establishedAcross
      ? { cashOnDelivery: span(rows.cash, left, middle), established: span(rows.established, left, right) }
      : {
          cashOnDelivery: span(rows.established, middle, right),
          established: span(rows.established, left, middle),
        }),
  }
}

function signatures(rows: Rows, [left, second, third, right]: readonly [number, number, number, number]) {
  return {
    senderSigns: span(rows.signatures, left, second),
    carrierSigns: span(rows.signatures, second, third),
    received: span(rows.signatures, third, right),
  }
}
