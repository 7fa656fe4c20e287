import type { PaperLanguage, Truth } from '../../corpus.js'
import type { Chance } from '../../data/chance.js'
import type { Consignment } from '../../data/consignment.js'
import { wordsFor } from '../../data/tables.js'
import { companyStamp, signature, stamp } from '../marks.js'
import { type Face, mm, PAGE, type Sheet, typefaces } from '../paper/sheet.js'
import { block } from '../paper/text-block.js'
import {
  colon,
  type Drawing,
  type Habits,
  printedDate,
  habits as someHabits,
  typed,
  typedDate,
} from '../printed/habits.js'
import {
  clauses,
  goodsParticulars,
  journey,
  type Particular,
  parties,
  stop,
  vehicle,
} from '../printed/particulars.js'
import { printedParty } from '../printed/party.js'

interface Style {
  readonly face: Face
  readonly leading: number
  readonly left: number
  readonly width: number
  /** where values begin; absent: right behind their labels */
  readonly tabulated: boolean
  readonly boldLabels: boolean
  readonly colon: string
}

/** A bare letter of carriage: running text, and lines with a label and a value. No rules at all. */
export function drawLetter(sheet: Sheet, paper: Consignment, language: PaperLanguage, chance: Chance): void {
  const habits = { ...someHabits(chance, language, paper.isNational), writesCapitals: chance.happens(0.15) }
  const style = someStyle(chance, language)
  const drawing = { sheet, paper, habits, chance }
  const hasLetterhead = chance.happens(0.35)
  let y = hasLetterhead ? letterhead(drawing, style) : mm(chance.between(18, 30))
  y = heading(drawing, style, y)
  const opening = chance.oneOf(wordsFor('letter.openings')[language])
  const shown = tellable(paper, habits)
  const particulars = allParticulars(drawing).filter(({ name }) => name !== 'sender' || !hasLetterhead)
  const isTold = (each: Particular): boolean =>
    Object.keys(each.printed.truth).every((name) => name in truthOf(opening, shown))
  const before = particulars.filter(({ name }) => name === 'sender' || name === 'receiver')
  for (const each of before) y = labelledLines(sheet, style, each, y) + 10
  const { left, width, face, leading } = style
  y = block(sheet, [filledIn(opening, shown)], { x: left, y: y + mm(3), width, height: 300 }, face, {
    leading,
  })
  sheet.states(truthOf(opening, shown))
  y += mm(4)
  for (const each of particulars.filter((one) => !before.includes(one) && !isTold(one)))
    y = labelledLines(sheet, style, each, y)
  const closing = { x: left, y: y + mm(5), width, height: 200 }
  y = block(sheet, wordsFor('letter.closings')[language], closing, face, { leading })
  const below = { x: left, y: y + mm(2), width: width * 0.5, height: mm(26) }
  if (chance.happens(0.3)) stamp(sheet, companyStamp(paper.sender, chance), below, chance)
  if (chance.happens(0.7)) signature(sheet, below, chance)
}

/** The sender's name and address at the top, without a label. */
function letterhead({ sheet, paper, habits, chance }: Drawing, { left, width, face }: Style): number {
  const shown = { taxId: chance.happens(0.6), phone: chance.happens(0.6), email: chance.happens(0.4) }
  const { lines, truth } = printedParty('sender', paper.sender, { ...habits, taxIdFirst: false }, shown)
  const [name = '', ...rest] = lines
  const align = chance.oneOf(['left', 'centre'] as const)
  const large = { ...face, bold: true, size: face.size + chance.whole(6, 14) }
  const top = { x: left, y: mm(chance.between(13, 18)), width, height: 110 }
  const y = block(sheet, [name], top, large, { align })
  sheet.states(truth)
  return block(sheet, rest, { x: left, y: y + 4, width, height: 240 }, face, { align }) + mm(9)
}

function someStyle(chance: Chance, language: PaperLanguage): Style {
  const left = mm(chance.between(18, 28))
  const size = chance.whole(24, 28)
  return {
    face: { typeface: chance.oneOf(typefaces), size, ink: chance.oneOf(['#000000', '#1c1c1c']) },
    leading: chance.between(1.2, 1.4),
    left,
    width: PAGE.width - left - mm(chance.between(16, 24)),
    tabulated: chance.happens(0.4),
    boldLabels: chance.happens(0.4),
    colon: colon(language),
  }
}

function heading({ sheet, paper, habits, chance }: Drawing, style: Style, top: number): number {
  const { left, width, face } = style
  const room = (y: number) => ({ x: left, y, width, height: 80 })
  const title = { ...face, bold: true, size: chance.whole(32, 42) }
  const align = chance.oneOf(['left', 'centre'] as const)
  const words = chance.oneOf(wordsFor('letter.headings')[habits.language])
  let y = block(sheet, [words], room(top), title, { align }) + mm(4)
  if (chance.happens(0.8)) {
    const city = typed(habits, paper.sender.city)
    const between = { es: ', ', en: ', ', fr: ', le ', de: ', den ' }[habits.language]
    const text = `${city}${between}${typedDate(habits, paper.issueDate)}`
    y = block(sheet, [text], room(y), face, { align: chance.oneOf(['left', 'right'] as const) })
    sheet.states({ issue_place: city, issue_date: paper.issueDate })
  }
  if (chance.happens(0.7)) {
    const label = chance.oneOf<string>(wordsFor('label.reference')[habits.language])
    y = block(sheet, [`${label}${style.colon} ${paper.reference}`], room(y + 8), face)
    sheet.states({ reference: paper.reference })
  }
  return y + mm(5)
}

const allParticulars = (drawing: Drawing): readonly Particular[] => [
  ...parties(drawing),
  ...goodsParticulars(drawing),
  ...vehicle(drawing),
  ...journey(drawing),
  ...clauses(drawing),
]

type Shown = Readonly<Record<string, { readonly text: string; readonly truth: Truth }>>

/** What the running text can mention. */
function tellable(paper: Consignment, habits: Habits): Shown {
  const place = stop('delivery', paper.deliveredTo ?? paper.receiver, habits)
  const carrier = typed(habits, paper.carrier.name)
  return {
    pickup_date: {
      text: printedDate(paper.pickupDate, habits.dates, habits.language),
      truth: { pickup_date: paper.pickupDate },
    },
    carrier: { text: carrier, truth: { carrier_company_name: carrier } },
    vehicle: { text: paper.vehiclePlate, truth: { vehicle_plate: paper.vehiclePlate } },
    trailer: { text: paper.trailerPlate, truth: { trailer_plate: paper.trailerPlate } },
    delivery: { text: place.lines.join(', '), truth: place.truth },
  }
}

const filledIn = (sentence: string, shown: Shown): string =>
  sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => shown[name]?.text ?? '')

const truthOf = (sentence: string, shown: Shown): Truth =>
  Object.assign({}, ...[...sentence.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => shown[name]?.truth ?? {}))

/** @returns where they end */
function labelledLines(sheet: Sheet, style: Style, { label, printed }: Particular, y: number): number {
  const { left, width, face, leading } = style
  const name = `${label}${style.colon}`
  const nameFace = { ...face, bold: style.boldLabels }
  sheet.states(printed.truth)
  sheet.write(name, left, Math.round(y + face.size * 0.85), nameFace)
  const behind = sheet.widthOf(`${name} `, nameFace)
  const indent = style.tabulated ? Math.max(behind, mm(58)) : behind
  const room = { x: left + indent, y, width: width - indent, height: 500 }
  return block(sheet, printed.lines, room, face, { leading })
}
