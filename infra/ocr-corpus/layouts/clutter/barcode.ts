import type { Box } from '@ecmr/ocr'
import type { Chance } from '../../data/chance.js'
import type { Sheet } from '../paper/sheet.js'

/** Bars that look like a code, with their number below. */
export function barcode(sheet: Sheet, { x, y, width, height }: Box, chance: Chance): void {
  sheet.pen.fillStyle = '#000000'
  for (let at = x; at < x + width - 8; ) {
    const bar = chance.whole(2, 6)
    sheet.pen.fillRect(at, y, bar, height - 24)
    at += bar + chance.whole(2, 6)
  }
  sheet.write(chance.digits(13), x + 10, y + height - 4, { typeface: 'Cousine', size: 18, ink: '#000000' })
}
