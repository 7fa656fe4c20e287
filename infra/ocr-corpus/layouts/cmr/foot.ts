import type { Box } from '@ecmr/ocr'
import type { PaperLanguage } from '../../corpus-page.js'
import type { Chance } from '../../data/chance.js'
import type { Consignment } from '../../data/consignment.js'
import type { Danger } from '../../data/goods.js'
import { resized } from '../paper/face.js'
import type { Sheet } from '../paper/sheet.js'
import { block } from '../paper/text-block.js'
import { printedDate } from '../printed/dates.js'
import { dangerTruth } from '../printed/goods.js'
import { type Habits, typed } from '../printed/habits.js'
import type { Boxes } from './boxes.js'
import { caption } from './caption.js'
import { captions, charges, type FormWord, formWords } from './captions.js'
import type { Form } from './form.js'

type Words = Readonly<Record<PaperLanguage, string>>
const inAll = (form: Form, words: Words, between = ' / '): string =>
  [...new Set(form.languages.map((language) => words[language]))].join(between)

export function titleBox(sheet: Sheet, form: Form, box: Box, chance: Chance): void {
  const { x, y, width, height } = box
  const title = { ...form.caption, bold: true, size: form.languages.length > 2 ? 21 : 26 }
  const titles = form.languages.map((language) => formWords.title[language])
  const below = block(
    sheet,
    titles,
    { x: x + 14, y: y + 8, width: width * 0.7, height: height * 0.55 },
    title,
  )
  sheet.write('CMR', x + width * 0.74, y + 50, { ...title, size: 46 })
  sheet.write(`N.º ${chance.digits(7)}`, x + width * 0.72, y + 90, { ...title, size: 24, ink: '#a02020' })
  const laws = form.languages.slice(0, 2).map((language) => formWords.law[language])
  const room = { x: x + 14, y: below + 8, width: width - 28, height: y + height - below - 14 }
  block(sheet, laws, room, resized(form.caption, 16), { leading: 1.1 })
}

/** The line of dangerous goods below boxes 6 to 9. */
export function dangerousStrip(
  sheet: Sheet,
  form: Form,
  box: Box,
  danger: Danger | undefined,
  chance: Chance,
): void {
  const isNew = danger !== undefined || chance.happens(0.5)
  const names: readonly FormWord[] = isNew
    ? ['unNumber', 'dangerous', 'packingGroup']
    : ['dangerous', 'figure', 'letter']
  const values = danger ? [danger.un, danger.adrClass, danger.packingGroup] : []
  const first = { ...form, languages: form.languages.slice(0, 1) }
  const width = Math.round(box.width * 0.22)
  names.forEach((name, index) => {
    const cell = { ...box, x: box.x + index * width, width }
    if (index > 0) sheet.rule('vertical', cell.x, cell.y, cell.height, form.weight, form.ink)
    const room = caption(sheet, first, cell, undefined, formWords[name])
    const value = values[index]
    if (value !== undefined) block(sheet, [value], room, form.typing)
  })
  sheet.write('(ADR)', box.x + 3 * width + 10, box.y + box.height - 14, { ...form.caption, size: 18 })
  if (danger) sheet.states(dangerTruth(danger, danger.un))
}

/** Box 20: who pays what. Only what carriers fill in by hand stands here, so it is left empty. */
export function toPayBox(sheet: Sheet, form: Form, box: Box): void {
  const first = { ...form, languages: form.languages.slice(0, 1) }
  const rowHeight = box.height / (charges.length + 1)
  const stubs = [0, 0.4, 0.62, 0.76, 1].map((part) => box.x + Math.round(box.width * part))
  const heads: readonly Words[] = [
    captions.toPay,
    formWords.senderPays,
    formWords.currency,
    formWords.consigneePays,
  ]
  heads.forEach((words, index) => {
    const [from = 0, to = 0] = stubs.slice(index, index + 2)
    if (index > 0) sheet.rule('vertical', from, box.y, box.height, form.weight, form.ink)
    caption(
      sheet,
      first,
      { ...box, x: from, width: to - from, height: rowHeight + 4 },
      index === 0 ? 20 : undefined,
      words,
    )
  })
  charges.forEach((words, index) => {
    const y = Math.round(box.y + (index + 1) * rowHeight)
    sheet.rule('horizontal', box.x, y, box.width, form.weight, form.ink)
    const room = { x: box.x + 10, y: y + 4, width: box.width * 0.4 - 20, height: rowHeight - 4 }
    block(sheet, [inAll(first, words)], room, form.caption)
  })
}

/** Box 14, with one of its two squares crossed. */
export function paymentBox(sheet: Sheet, form: Form, box: Box, chance: Chance): void {
  const room = caption(sheet, form, box, 14, captions.payment)
  const two = { ...form, languages: form.languages.slice(0, 2) }
  const paid = chance.happens(0.7)
  const choices: readonly (readonly [Words, boolean])[] = [
    [formWords.paid, paid],
    [formWords.forward, !paid],
  ]
  choices.forEach(([words, isCrossed], index) => {
    const x = room.x + index * (room.width / 2)
    const y = box.y + box.height - 30
    sheet.pen.strokeStyle = form.ink
    sheet.pen.lineWidth = 2
    sheet.pen.strokeRect(x, y, 20, 20)
    if (isCrossed) sheet.write('X', x + 2, y + 18, { ...form.typing, size: 22 })
    block(
      sheet,
      [inAll(two, words)],
      { x: x + 28, y, width: room.width / 2 - 34, height: 24 },
      resized(form.caption, 17),
    )
  })
}

/** Box 21. */
export function established(sheet: Sheet, form: Form, box: Box, paper: Consignment, habits: Habits): void {
  const half = Math.round(box.width * 0.55)
  const place = caption(sheet, form, { ...box, width: half }, 21, captions.established)
  const date = caption(
    sheet,
    form,
    { ...box, x: box.x + half, width: box.width - half },
    undefined,
    formWords.on,
  )
  const city = typed(habits, paper.sender.city)
  block(sheet, [city], place, form.typing)
  block(
    sheet,
    [typed(habits, printedDate(paper.issueDate, habits.dates, habits.language))],
    date,
    form.typing,
  )
  sheet.states({ issue_place: city, issue_date: paper.issueDate })
}

/** Boxes 22 to 24. */
export function signatureBoxes(
  sheet: Sheet,
  form: Form,
  boxes: Boxes,
  _paper: Consignment,
  _habits: Habits,
): void {
  caption(sheet, form, boxes.senderSigns, 22, captions.senderSigns)
  caption(sheet, form, boxes.carrierSigns, 23, captions.carrierSigns)
  caption(sheet, form, boxes.received, 24, captions.received)
}

/** The plates below the signatures. */
export function platesBox(sheet: Sheet, form: Form, box: Box, paper: Consignment, chance: Chance): void {
  const third = Math.round(box.width / 3)
  const cell = (index: number) => ({ ...box, x: box.x + index * third, width: third })
  caption(sheet, form, cell(0), 25, captions.plates)
  const [tractor, trailer] = [
    caption(sheet, form, cell(1), undefined, formWords.tractor),
    caption(sheet, form, cell(2), undefined, formWords.trailer),
  ]
  if (chance.happens(0.85)) {
    block(sheet, [paper.vehiclePlate], tractor, form.typing)
    sheet.states({ vehicle_plate: paper.vehiclePlate })
  }
  if (chance.happens(0.7)) {
    block(sheet, [paper.trailerPlate], trailer, form.typing)
    sheet.states({ trailer_plate: paper.trailerPlate })
  }
}
