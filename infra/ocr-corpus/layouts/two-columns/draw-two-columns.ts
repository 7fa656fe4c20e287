import type { PaperLanguage } from '../../corpus.js'
import type { Chance } from '../../data/chance.js'
import type { Consignment } from '../../data/consignment.js'
import { wordsFor } from '../../data/tables.js'
import { companyStamp, signature, stamp } from '../marks.js'
import { type Face, mm, PAGE, resized, type Sheet, typefaces } from '../paper/sheet.js'
import { block } from '../paper/text-block.js'
import { colon, type Drawing, habits as someHabits } from '../printed/habits.js'
import {
  clauses,
  goodsParticulars,
  identification,
  journey,
  type Particular,
  parties,
  vehicle,
} from '../printed/particulars.js'

interface Style {
  readonly label: Face
  readonly value: Face
  readonly labelAbove: boolean
  readonly colon: string
  readonly rules: 'none' | 'between' | 'underlined'
  readonly ink: string
}

/** A form with two columns of labels and values. */
export function drawTwoColumns(
  sheet: Sheet,
  paper: Consignment,
  language: PaperLanguage,
  chance: Chance,
): void {
  const drawing = { sheet, paper, habits: someHabits(chance, language, paper.isNational), chance }
  const style = someStyle(chance, language)
  const wide = clauses(drawing)
  const particulars = [
    ...parties(drawing),
    ...journey(drawing),
    ...goodsParticulars(drawing),
    ...vehicle(drawing),
  ]
  const left = mm(chance.between(15, 22))
  const width = PAGE.width - 2 * left
  let y = head(drawing, style, { left, width })
  const arranged = chance.happens(0.5) ? inPairs : inColumns
  y = arranged(sheet, style, particulars, { left, width, y })
  for (const each of wide) y = particular(sheet, style, each, { x: left, y, width }) + mm(3)
  signed(drawing, style, { left, width, y: y + mm(6) })
}

/** Where the parties sign, at the end. */
function signed(
  { sheet, paper, habits, chance }: Drawing,
  { label }: Style,
  { left, width, y }: Place,
): void {
  const who = [paper.sender, paper.carrier, paper.receiver]
  who.forEach((party, index) => {
    const room = { x: left + (index * width) / 3, y: y + 34, width: width / 3 - 20, height: mm(22) }
    const words = wordsFor('columns.signatories')[habits.language].slice(index, index + 1)
    block(sheet, words, { ...room, y: y + 4, height: 30 }, resized(label, 19))
    if (chance.happens(0.3)) stamp(sheet, companyStamp(party, chance), room, chance)
    if (chance.happens(0.4)) signature(sheet, room, chance)
    const [x, bottom, length] = [room.x, room.y + room.height, room.width].map(Math.round)
    sheet.rule('horizontal', x ?? 0, bottom ?? 0, length ?? 0, 1, label.ink)
  })
}

interface Place {
  readonly left: number
  readonly width: number
  readonly y: number
}

/** Side by side, row by row. */
function inPairs(sheet: Sheet, style: Style, all: readonly Particular[], at: Place): number {
  const { left, width, y: top } = at
  let y = top
  for (let first = 0; first < all.length; first += 2) {
    const ends = all
      .slice(first, first + 2)
      .map((each, side) =>
        particular(sheet, style, each, { x: left + side * (width / 2 + 10), y, width: width / 2 - 20 }),
      )
    y = Math.max(...ends) + mm(2.5)
    if (style.rules === 'between') sheet.rule('horizontal', left, y - mm(1.2), width, 1, style.ink)
  }
  return y
}

/** The first half on the left, the rest on the right. */
function inColumns(sheet: Sheet, style: Style, all: readonly Particular[], at: Place): number {
  const { left, width, y: top } = at
  const lines = all.map(({ printed }) => printed.lines.length + 1)
  const half = lines.reduce((sum, each) => sum + each, 0) / 2
  const split = lines.findIndex((_, at) => lines.slice(0, at + 1).reduce((sum, each) => sum + each, 0) > half)
  const ends = [all.slice(0, split), all.slice(split)].map((column, side) => {
    const x = left + side * (width / 2 + 10)
    return column.reduce((y, each) => {
      const end = particular(sheet, style, each, { x, y, width: width / 2 - 20 }) + mm(2.5)
      if (style.rules === 'between') sheet.rule('horizontal', x, end - mm(1.2), width / 2 - 20, 1, style.ink)
      return end
    }, top)
  })
  const end = Math.max(...ends)
  if (style.rules !== 'none') sheet.rule('vertical', left + width / 2, top, end - top, 1, style.ink)
  return end + mm(2)
}

function someStyle(chance: Chance, language: PaperLanguage): Style {
  const typeface = chance.oneOf(['Arimo', 'Arimo', 'Tinos'] as const)
  const size = chance.whole(23, 27)
  const labelAbove = chance.happens(0.5)
  return {
    label: {
      typeface,
      size: labelAbove ? size - 5 : size,
      bold: chance.happens(0.6),
      ink: chance.oneOf(['#222222', '#555555', '#1f3f77']),
    },
    value: { typeface: chance.happens(0.6) ? typeface : chance.oneOf(typefaces), size, ink: '#0a0a0a' },
    labelAbove,
    colon: chance.happens(0.6) ? colon(language) : '',
    rules: chance.oneOf(['none', 'none', 'between', 'underlined']),
    ink: chance.oneOf(['#999999', '#444444']),
  }
}

function head(drawing: Drawing, { label, value }: Style, { left, width }: Omit<Place, 'y'>): number {
  const { sheet, habits, chance } = drawing
  const identifying = identification(drawing)
  const top = mm(chance.between(14, 22))
  const title = { ...label, bold: true, size: chance.whole(38, 48) }
  const words = chance.oneOf(wordsFor('columns.titles')[habits.language])
  const below = block(sheet, [words], { x: left, y: top, width: width * 0.6, height: 130 }, title)
  let y = top
  for (const { label: name, printed } of identifying) {
    const texts = printed.lines.map((line) => `${name}: ${line}`)
    y = block(sheet, texts, { x: left + width * 0.62, y, width: width * 0.38, height: 60 }, value)
    sheet.states(printed.truth)
  }
  return Math.max(below, y) + mm(8)
}

/** @returns where it ends */
function particular(
  sheet: Sheet,
  style: Style,
  { label, printed }: Particular,
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
): number {
  sheet.states(printed.truth)
  const name = `${label}${style.colon}`
  const shareOfLabel = width > PAGE.width / 2 ? 0.2 : 0.36
  const nameRoom = { x, y, width: style.labelAbove ? width : width * shareOfLabel - 12, height: 90 }
  const belowName = block(sheet, [name], nameRoom, style.label)
  const valueRoom = style.labelAbove
    ? { x, y: belowName + 2, width, height: 400 }
    : { x: x + width * shareOfLabel, y, width: width * (1 - shareOfLabel), height: 400 }
  const end = Math.max(belowName, block(sheet, printed.lines, valueRoom, style.value))
  if (style.rules === 'underlined')
    sheet.rule('horizontal', valueRoom.x, Math.round(end) + 4, valueRoom.width, 1, style.ink)
  return end
}
