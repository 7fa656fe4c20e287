import type { Box } from '@ecmr/ocr'
import type { Chance } from '../../data/chance.js'
import type { Consignment } from '../../data/consignment.js'
import { wordFor } from '../../data/tables.js'
import { barcode } from '../clutter/barcode.js'
import { resized } from '../paper/face.js'
import type { Sheet } from '../paper/sheet.js'
import { block } from '../paper/text-block.js'

import type { Form } from './form.js'
import { inLanguages } from './in-languages.js'

/** What the form is called, the Convention, the form's own number, and sometimes the sender's reference. */
export function titleBox(sheet: Sheet, form: Form, box: Box, paper: Consignment, chance: Chance): void {
  const { x, y, width, height } = box
  const corner = Math.min(width * 0.34, 270)
  const title = { ...form.caption, bold: true, size: form.languages.length > 2 ? 21 : 25 }
  const titles = form.languages.map((language) => wordFor('form.title')[language])
  const room = { x: x + 14, y: y + 8, width: width - corner - 28, height: height * 0.5 }
  const below = block(sheet, titles, room, title, { leading: 1.1 })
  const laws = form.languages.slice(0, chance.oneOf([1, 2])).map((language) => wordFor('form.law')[language])
  const rest = { ...room, y: below + 6, height: y + height - below - 10 }
  block(sheet, laws, rest, resized(form.caption, 15), { leading: 1.1 })
  numbering(sheet, form, { x: x + width - corner, y, width: corner, height }, paper, chance)
  copyLine(sheet, form, box, chance)
}

function numbering(sheet: Sheet, form: Form, box: Box, paper: Consignment, chance: Chance): void {
  const { x, y, width, height } = box
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
