import type { Box } from '@ecmr/ocr'
import type { Chance } from '../../data/chance.js'
import type { Sheet } from '../paper/sheet.js'

const INKS = ['#1b2f8a', '#20304f', '#101010', '#2b46b5'] as const

/** A scribble by hand somewhere in a room. */
export function signature(sheet: Sheet, room: Box, chance: Chance): void {
  const { pen } = sheet
  const width = room.width * chance.between(0.4, 0.7)
  const height = Math.min(room.height * 0.6, 110)
  const left = room.x + (room.width - width) * chance.part()
  const middle = room.y + room.height * chance.between(0.45, 0.6)
  pen.strokeStyle = chance.oneOf(INKS)
  pen.lineWidth = chance.between(2, 4)
  pen.lineCap = 'round'
  pen.beginPath()
  pen.moveTo(left, middle)
  const strokes = chance.whole(4, 8)
  for (let stroke = 1; stroke <= strokes; stroke += 1) {
    const x = left + (width * stroke) / strokes
    const aside = () => middle + (chance.part() - 0.5) * height
    pen.bezierCurveTo(
      x - width * chance.between(0, 0.3),
      aside(),
      x + width * chance.between(-0.1, 0.15),
      aside(),
      x,
      aside(),
    )
  }
  if (chance.happens(0.5)) pen.lineTo(left + width * chance.between(0, 0.3), middle + height * 0.4)
  pen.stroke()
}
