import type { Box } from '@ecmr/ocr'
import type { PaperLanguage } from '../../corpus-page.js'
import type { Chance } from '../../data/chance.js'
import { wordFor } from '../../data/tables.js'
import { resized } from '../paper/face.js'
import type { Sheet } from '../paper/sheet.js'
import { block } from '../paper/text-block.js'
import { caption } from './caption.js'

import type { Form } from './form.js'
import { inLanguages } from './in-languages.js'

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
