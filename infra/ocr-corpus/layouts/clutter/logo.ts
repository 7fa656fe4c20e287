import type { Box } from '@ecmr/ocr'
import type { Chance } from '../../data/chance.js'
import type { Sheet } from '../paper/sheet.js'

/** A mark such as companies have beside their names. */
export function logo({ pen }: Sheet, { x, y, width, height }: Box, colour: string, chance: Chance): void {
  const side = Math.min(width, height)
  pen.fillStyle = colour
  pen.beginPath()
  switch (chance.oneOf(['disc', 'triangle', 'bars'])) {
    case 'disc':
      pen.arc(x + side / 2, y + side / 2, side / 2, 0, 2 * Math.PI)
      pen.arc(x + side * 0.6, y + side * 0.45, side / 3, 0, 2 * Math.PI, true)
      break
    case 'triangle':
      pen.moveTo(x, y + side)
      pen.lineTo(x + side / 2, y)
      pen.lineTo(x + side, y + side)
      break
    default:
      for (const part of [0, 0.37, 0.74])
        pen.rect(x + part * side, y + part * side * 0.5, side * 0.26, side * (1 - part * 0.5))
  }
  pen.fill('evenodd')
}
