import type { Box } from '@ecmr/ocr'
import type { PaperLanguage } from '../../corpus-page.js'
import type { Chance } from '../../data/chance.js'
import { wordFor } from '../../data/tables.js'
import { resized } from '../paper/face.js'
import type { Sheet } from '../paper/sheet.js'
import { block } from '../paper/text-block.js'
import type { Habits } from '../printed/habits.js'
import { printedNumber } from '../printed/numbers.js'
import { caption } from './caption.js'

import type { Form } from './form.js'
import { inLanguages } from './in-languages.js'

const heads: readonly Readonly<Record<PaperLanguage, string>>[] = [
  wordFor('box.toPay'),
  wordFor('form.senderPays'),
  wordFor('form.currency'),
  wordFor('form.consigneePays'),
]

const charges = [1, 2, 3, 4, 5, 6].map((line) => wordFor(`charge.${line}`))

/** Box 20: who pays what. Mostly empty; what stands here is no field that is one value. */
export function toPayBox(sheet: Sheet, form: Form, box: Box, habits: Habits, chance: Chance): void {
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
  if (chance.happens(0.15))
    freight(sheet, form, stubs, box.y + rowHeight, box.y + charges.length * rowHeight, habits, chance)
}

/** The price of the carriage, in its line and in the last one. */
function freight(
  sheet: Sheet,
  form: Form,
  [, amount = 0, currency = 0]: readonly number[],
  first: number,
  last: number,
  habits: Habits,
  chance: Chance,
): void {
  const price = printedNumber(chance.whole(6, 48) * 50, { ...habits.numbers, always: 2 })
  for (const y of [first, last]) {
    sheet.write(price, amount + 8, y + 24, resized(form.typing, 21))
    sheet.write('EUR', currency + 8, y + 24, resized(form.typing, 21))
  }
}
