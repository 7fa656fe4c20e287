import type { Box } from '@ecmr/ocr'
import type { Chance } from '../../data/chance.js'
import { wordFor } from '../../data/tables.js'
import type { PaperLanguage } from '../../drawn-page.js'
import { barcode } from '../marks.js'
import { resized, type Sheet } from '../paper/sheet.js'
import { block } from '../paper/text-block.js'
import { type Drawing, printedNumber } from '../printed/habits.js'
import { caption, type Form, inLanguages } from './form.js'

/** What the form is called, the Convention, the form's own number, and sometimes the sender's reference. */
export function titleBox(drawing: Drawing, form: Form, box: Box): void {
  const { sheet, chance } = drawing
  const { x, y, width, height } = box
  const corner = Math.min(width * 0.34, 270)
  const title = { ...form.caption, bold: true, size: form.languages.length > 2 ? 21 : 25 }
  const titles = form.languages.map((language) => wordFor('form.title')[language])
  const room = { x: x + 14, y: y + 8, width: width - corner - 28, height: height * 0.5 }
  const below = block(sheet, titles, room, title, { leading: 1.1 })
  const laws = form.languages.slice(0, chance.oneOf([1, 2])).map((language) => wordFor('form.law')[language])
  const rest = { ...room, y: below + 6, height: y + height - below - 10 }
  block(sheet, laws, rest, resized(form.caption, 15), { leading: 1.1 })
  numbering(drawing, form, { x: x + width - corner, y, width: corner, height })
  copyLine(sheet, form, box, chance)
}

function numbering({ sheet, paper, chance }: Drawing, form: Form, { x, y, width, height }: Box): void {
  const face = { ...form.caption, bold: true }
  sheet.write('CMR', x + 10, y + 46, resized(face, 42))
  const number = chance.oneOf([
    `N.º ${chance.digits(7)}`,
    `No ${chance.digits(6)}`,
    `${chance.letters(2, 'ABCDE')} ${chance.digits(7)}`,
  ])
  sheet.write(number, x + 10, y + 80, { ...resized(face, 25), ink: '#a02020' })
  if (chance.happens(0.35)) {
    const line = { x: x + 10, y: y + 92, width: width - 16, height: 40 }
    block(sheet, [`Ref.: ${paper.reference}`], line, { ...form.typing, size: 20 })
    sheet.states({ reference: paper.reference })
  } else if (height > 150 && chance.happens(0.3))
    barcode(sheet, { x: x + 10, y: y + 96, width: width - 24, height: 74 }, chance)
}

const copies = [1, 2, 3].map((sheet) => wordFor(`copy.${sheet}`))

/** For whom the sheet is, above the form. */
function copyLine(sheet: Sheet, form: Form, { y }: Box, chance: Chance): void {
  const copy = copies[chance.whole(0, 4)]
  if (copy === undefined) return
  const text = `${copies.indexOf(copy) + 1}  ${inLanguages(form, copy, 4)}`
  sheet.write(text, 120, y - 16, resized(form.caption, 15))
}

/** Box 14, with one of its two squares crossed. */
export function paymentBox(sheet: Sheet, form: Form, box: Box, chance: Chance): void {
  const room = caption(sheet, form, box, 14, wordFor('box.payment'))
  const isPaid = chance.happens(0.7)
  const choices: readonly (readonly [Readonly<Record<PaperLanguage, string>>, boolean])[] = [
    [wordFor('form.paid'), isPaid],
    [wordFor('form.forward'), !isPaid],
  ]
  choices.forEach(([words, isCrossed], index) => {
    const x = room.x + index * (room.width / 2)
    const y = box.y + box.height - 30
    sheet.pen.strokeStyle = form.ink
    sheet.pen.lineWidth = 2
    sheet.pen.strokeRect(x, y, 20, 20)
    if (isCrossed) sheet.write('X', x + 2, y + 18, resized(form.typing, 22))
    const beside = { x: x + 28, y, width: room.width / 2 - 34, height: 24 }
    block(sheet, [inLanguages(form, words, 2)], beside, resized(form.caption, 17))
  })
}

const heads: readonly Readonly<Record<PaperLanguage, string>>[] = [
  wordFor('box.toPay'),
  wordFor('form.senderPays'),
  wordFor('form.currency'),
  wordFor('form.consigneePays'),
]

const charges = [1, 2, 3, 4, 5, 6].map((line) => wordFor(`charge.${line}`))

/** Box 20: who pays what. Mostly empty; what stands here is no field that is one value. */
export function toPayBox(drawing: Drawing, form: Form, box: Box): void {
  const { sheet } = drawing
  const first = { ...form, languages: form.languages.slice(0, 1) }
  const rowHeight = box.height / (charges.length + 1)
  const stubs = [0, 0.4, 0.62, 0.76, 1].map((part) => box.x + Math.round(box.width * part))
  heads.forEach((words, index) => {
    const [from = 0, to = 0] = stubs.slice(index, index + 2)
    if (index > 0) sheet.rule('vertical', from, box.y, box.height, form.weight, form.ink)
    const cell = { ...box, x: from, width: to - from, height: rowHeight + 4 }
    caption(sheet, { ...first, numbers: 'inline' }, cell, index === 0 ? 20 : undefined, words)
  })
  charges.forEach((words, index) => {
    const y = Math.round(box.y + (index + 1) * rowHeight)
    sheet.rule('horizontal', box.x, y, box.width, form.weight, form.ink)
    const room = { x: box.x + 10, y: y + 4, width: box.width * 0.4 - 20, height: rowHeight - 4 }
    block(sheet, [inLanguages(form, words, 1)], room, form.caption)
  })
  if (drawing.chance.happens(0.15))
    freight(drawing, form, stubs, [box.y + rowHeight, box.y + charges.length * rowHeight])
}

/** The price of the carriage, in its line and in the last one. */
function freight(
  { sheet, habits, chance }: Drawing,
  form: Form,
  stubs: readonly number[],
  rows: readonly number[],
): void {
  const [, amount = 0, currency = 0] = stubs
  const price = printedNumber(chance.whole(6, 48) * 50, { ...habits.numbers, always: 2 })
  for (const y of rows) {
    sheet.write(price, amount + 8, y + 24, resized(form.typing, 21))
    sheet.write('EUR', currency + 8, y + 24, resized(form.typing, 21))
  }
}
