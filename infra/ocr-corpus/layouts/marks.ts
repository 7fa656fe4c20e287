import type { Box } from '@ecmr/ocr'
import type { Chance } from '../data/chance.js'
import type { Party } from '../data/party.js'
import { wordsFor } from '../data/tables.js'
import type { PaperLanguage } from '../drawn-page.js'
import { type Face, mm, PAGE, type Sheet } from './paper/sheet.js'

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

const PEN_INKS = ['#1b2f8a', '#20304f', '#101010', '#2b46b5'] as const

/** A scribble by hand somewhere in a room. */
export function signature(sheet: Sheet, room: Box, chance: Chance): void {
  const { pen } = sheet
  const width = room.width * chance.between(0.4, 0.7)
  const height = Math.min(room.height * 0.6, 110)
  const left = room.x + (room.width - width) * chance.part()
  const middle = room.y + room.height * chance.between(0.45, 0.6)
  pen.strokeStyle = chance.oneOf(PEN_INKS)
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

const STAMP_INKS = ['#22409c', '#5b2a8c', '#b01f2e', '#333333'] as const

/** A rubber stamp, a little askew, its ink thin. What it says is no particular of the note. */
export function stamp(sheet: Sheet, texts: readonly string[], room: Box, chance: Chance): void {
  const face: Face = {
    typeface: chance.oneOf(['Arimo', 'Tinos']),
    size: chance.whole(18, 24),
    bold: chance.happens(0.5),
    ink: chance.oneOf(STAMP_INKS),
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

/** The stamp of a company. */
export function companyStamp({ name, postalCode, city, phone }: Party, chance: Chance): readonly string[] {
  const all = [name, `${postalCode} ${city}`, ...(chance.happens(0.4) ? [`Tel. ${phone}`] : [])]
  return chance.happens(0.4) ? all.map((text) => text.toUpperCase()) : all
}

/** The stamp of a goods entrance, with the day of its use. */
export function receiptStamp(language: PaperLanguage, date: string, chance: Chance): readonly string[] {
  const [year = '', month = '', day = ''] = date.split('-')
  return [chance.oneOf(wordsFor('text.stamp')[language]), `${day}.${month}.${year}`]
}

/** The holes of a file at the left edge, with what lies behind showing through. */
export function holes({ pen }: Sheet, chance: Chance): void {
  const radius = mm(3)
  const middle = PAGE.height / 2 + mm(chance.between(-6, 6))
  pen.fillStyle = chance.oneOf(['#2b2b2b', '#8f8f8f', '#d9d9d9'])
  for (const y of [middle - mm(40), middle + mm(40)]) {
    pen.beginPath()
    pen.arc(mm(chance.between(6, 8)), y, radius, 0, 2 * Math.PI)
    pen.fill()
  }
}

/** Takes the ink between the needles of a dot matrix printer away. */
export function dots({ pen }: Sheet): void {
  pen.fillStyle = 'rgba(255, 255, 255, 0.6)'
  for (let y = 0; y < PAGE.height; y += 4) pen.fillRect(0, y, PAGE.width, 1)
  pen.fillStyle = 'rgba(255, 255, 255, 0.35)'
  for (let x = 0; x < PAGE.width; x += 4) pen.fillRect(x, 0, 1, PAGE.height)
}
