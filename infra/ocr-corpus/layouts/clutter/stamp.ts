import type { Box } from '@ecmr/ocr'
import type { Chance } from '../../data/chance.js'
import type { Face } from '../paper/face.js'
import type { Sheet } from '../paper/sheet.js'

const INKS = ['#22409c', '#5b2a8c', '#b01f2e', '#333333'] as const

/** A rubber stamp, a little askew, its ink thin. What it says is no particular of the note. */
export function stamp(sheet: Sheet, texts: readonly string[], room: Box, chance: Chance): void {
  const face: Face = {
    typeface: chance.oneOf(['Arimo', 'Tinos']),
    size: chance.whole(18, 24),
    bold: chance.happens(0.5),
    ink: chance.oneOf(INKS),
  }
  const width = Math.max(...texts.map((text) => sheet.widthOf(text, face))) + 36
  const height = texts.length * face.size * 1.3 + 28
  const centre = {
    x: room.x + width / 2 + Math.max(0, room.width - width) * chance.part(),
    y: room.y + height / 2 + Math.max(0, room.height - height) * chance.part(),
  }
  const degrees = chance.between(-9, 9)
  sheet.askew(centre, degrees, chance.between(0.45, 0.8), () => {
    frame(sheet, width, height, face.ink, chance)
    texts.forEach((text, index) => {
      const baseline = -height / 2 + 14 + (index + 0.85) * face.size * 1.3
      sheet.write(text, -sheet.widthOf(text, face) / 2, baseline, face)
    })
  })
}

function frame({ pen }: Sheet, width: number, height: number, ink: string, chance: Chance): void {
  pen.strokeStyle = ink
  pen.lineWidth = chance.whole(2, 4)
  pen.beginPath()
  if (chance.happens(0.3)) pen.ellipse(0, 0, width * 0.62, height * 0.75, 0, 0, 2 * Math.PI)
  else pen.roundRect(-width / 2, -height / 2, width, height, chance.oneOf([0, 10]))
  if (chance.happens(0.8)) pen.stroke()
}
