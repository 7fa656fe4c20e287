import type { Box } from '@ecmr/ocr'
import type { Chance } from '../../data/chance.js'
import { mm, PAGE } from '../paper/sheet.js'

const boxNames = [
  'sender',
  'title',
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
  'plates',
] as const
type BoxName = (typeof boxNames)[number]
export type Boxes = Readonly<Record<BoxName, Box>>

/** Where the boxes are, sized a little differently by each printer. */
export function boxes(chance: Chance): Boxes {
  const left = mm(chance.between(8, 13))
  const right = PAGE.width - mm(chance.between(8, 13))
  const middle = Math.round(left + (right - left) * chance.between(0.47, 0.53))
  const thirds = [
    left,
    left + (right - left) * chance.between(0.31, 0.35),
    left + (right - left) * chance.between(0.64, 0.68),
  ]
  const [, second = 0, third = 0] = thirds.map(Math.round)
  let y = mm(chance.between(13, 19))
  const row = (least: number, most: number): readonly [number, number] => {
    const top = y
    y += mm(chance.between(least, most))
    return [top, y]
  }
  const rows = {
    one: row(27, 30),
    two: row(27, 30),
    three: row(16, 18),
    four: row(16, 19),
    five: row(13, 15),
    goods: row(50, 56),
    dangerous: row(8, 9),
    instructions: row(30, 33),
    payment: row(14, 15),
    established: row(11, 12),
    signatures: row(30, 33),
    plates: row(9, 11),
  }
  const box = (
    x: number,
    to: number,
    [top]: readonly [number, number],
    [, bottom]: readonly [number, number],
  ): Box => ({
    x,
    y: top,
    width: to - x,
    height: bottom - top,
  })
  const agreementsEnd = rows.instructions[0] + Math.round((rows.payment[1] - rows.instructions[0]) * 0.36)
  return {
    sender: box(left, middle, rows.one, rows.one),
    title: box(middle, right, rows.one, rows.one),
    consignee: box(left, middle, rows.two, rows.two),
    carrier: box(middle, right, rows.two, rows.two),
    delivery: box(left, middle, rows.three, rows.three),
    successive: box(middle, right, rows.three, rows.three),
    takingOver: box(left, middle, rows.four, rows.four),
    reservations: box(middle, right, rows.four, rows.five),
    documents: box(left, middle, rows.five, rows.five),
    goods: box(left, right, rows.goods, rows.goods),
    dangerous: box(left, right, rows.dangerous, rows.dangerous),
    instructions: box(left, middle, rows.instructions, rows.instructions),
    agreements: box(middle, right, rows.instructions, [0, agreementsEnd]),
    toPay: box(middle, right, [agreementsEnd, 0], rows.payment),
    payment: box(left, middle, rows.payment, rows.payment),
    established: box(left, middle, rows.established, rows.established),
    cashOnDelivery: box(middle, right, rows.established, rows.established),
    senderSigns: box(left, second, rows.signatures, rows.signatures),
    carrierSigns: box(second, third, rows.signatures, rows.signatures),
    received: box(third, right, rows.signatures, rows.signatures),
    plates: box(left, right, rows.plates, rows.plates),
  }
}
