import type { PaperLanguage } from '../../corpus-page.js'
import type { Chance } from '../../data/chance.js'
import type { Consignment } from '../../data/consignment.js'
import { typefaces } from '../../fonts.js'
import type { Face } from '../paper/face.js'
import { mm, PAGE, type Sheet } from '../paper/sheet.js'
import { block } from '../paper/text-block.js'
import { habits as someHabits } from '../printed/habits.js'
import {
  clauses,
  goodsParticulars,
  identification,
  journey,
  type Particular,
  parties,
  vehicle,
} from '../printed/particulars.js'
import { titles } from './titles.js'

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
  const habits = someHabits(chance, language)
  const style = someStyle(chance, language)
  const [load] = paper.loads
  const wide = clauses(paper, habits, chance)
  const particulars = [
    ...parties(paper, habits, chance),
    ...journey(paper, habits, chance),
    ...(load ? goodsParticulars(load, habits, chance) : []),
    ...vehicle(paper, habits, chance),
  ]
  const left = mm(chance.between(15, 22))
  const width = PAGE.width - 2 * left
  let y = head(sheet, style, language, chance, { left, width }, identification(paper, habits, chance))
  for (let at = 0; at < particulars.length; at += 2) {
    const pair = particulars.slice(at, at + 2)
    const ends = pair.map((each, side) =>
      particular(sheet, style, each, { x: left + side * (width / 2 + 10), y, width: width / 2 - 20 }),
    )
    y = Math.max(...ends) + mm(2.5)
    if (style.rules === 'between') sheet.rule('horizontal', left, y - mm(1.2), width, 1, style.ink)
  }
  for (const each of wide) y = particular(sheet, style, each, { x: left, y, width }) + mm(3)
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
    colon: chance.happens(0.6) ? (language === 'fr' ? ' :' : ':') : '',
    rules: chance.oneOf(['none', 'none', 'between', 'underlined']),
    ink: chance.oneOf(['#999999', '#444444']),
  }
}

function head(
  sheet: Sheet,
  { label, value }: Style,
  language: PaperLanguage,
  chance: Chance,
  { left, width }: { readonly left: number; readonly width: number },
  identifying: readonly Particular[],
): number {
  const top = mm(chance.between(14, 22))
  const title = { ...label, bold: true, size: chance.whole(38, 48) }
  const below = block(
    sheet,
    [chance.oneOf(titles[language])],
    { x: left, y: top, width: width * 0.6, height: 130 },
    title,
  )
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
