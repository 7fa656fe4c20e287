import type { Box } from '@ecmr/ocr'
import type { Chance } from '../../data/chance.js'
import type { Danger } from '../../data/load.js'
import { wordFor } from '../../data/tables.js'
import type { Sheet } from '../paper/sheet.js'
import { block } from '../paper/text-block.js'
import { dangerTruth } from '../printed/goods.js'
import { caption } from './caption.js'

import type { Form } from './form.js'

const OLD: readonly string[] = ['dangerous', 'figure', 'letter']
const NEW: readonly string[] = ['unNumber', 'dangerous', 'packingGroup']

/** The line of dangerous goods below boxes 6 to 9. Older forms have places that nobody fills in any more. */
export function dangerousStrip(
  sheet: Sheet,
  form: Form,
  box: Box,
  danger: Danger | undefined,
  chance: Chance,
): void {
  const names = danger !== undefined || chance.happens(0.5) ? NEW : OLD
  const values = danger ? [danger.un, danger.adrClass, danger.packingGroup] : []
  const first = { ...form, languages: form.languages.slice(0, 1) }
  const width = Math.round(box.width * 0.22)
  names.forEach((name, index) => {
    const cell = { ...box, x: box.x + index * width, width }
    if (index > 0) sheet.rule('vertical', cell.x, cell.y, cell.height, form.weight, form.ink)
    const room = caption(sheet, first, cell, undefined, wordFor(`form.${name}`))
    const value = values[index]
    if (value !== undefined) block(sheet, [value], room, form.typing)
  })
  sheet.rule('vertical', box.x + 3 * width, box.y, box.height, form.weight, form.ink)
  sheet.write('(ADR)', box.x + 3 * width + 12, box.y + box.height - 14, { ...form.caption, size: 18 })
  if (danger) sheet.states(dangerTruth(danger, danger.un))
}
