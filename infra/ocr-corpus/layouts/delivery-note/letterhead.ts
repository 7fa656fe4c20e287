import type { Chance } from '../../data/chance.js'
import { wordsFor } from '../../data/tables.js'
import { barcode, logo } from '../marks.js'
import { type Face, mm, PAGE, typefaces } from '../paper/sheet.js'
import { block, type TableStyle } from '../paper/text-block.js'
import { colon, type Drawing, typedDate } from '../printed/habits.js'
import { printedParty } from '../printed/party.js'

export interface NoteStyle {
  readonly left: number
  readonly width: number
  readonly body: Face
  readonly strong: Face
  /** of the letterhead */
  readonly colour: string
  readonly table: TableStyle
  readonly boxesAddresses: boolean
}

export function someStyle(chance: Chance): NoteStyle {
  const left = mm(chance.between(14, 20))
  const typeface = chance.oneOf(['Arimo', 'Arimo', ...typefaces] as const)
  const body: Face = { typeface, size: chance.whole(22, 26), ink: '#111111' }
  const strong: Face = { ...body, bold: true }
  const ink = chance.oneOf(['#222222', '#666666', '#1f3f77'])
  const colour = chance.oneOf(['#111111', '#1f3f77', '#7a1f1f', '#1d5c3a'])
  const rules = chance.oneOf(['all', 'horizontal', 'head', 'none'] as const)
  const table = { head: strong, body, rules, ink, weight: chance.oneOf([1, 2]) }
  return {
    left,
    width: PAGE.width - 2 * left,
    body,
    strong,
    colour,
    table,
    boxesAddresses: chance.happens(0.5),
  }
}

/**
 * Whose note it is, its number and its date. The number is the sender's own reference.
 *
 * @returns where it ends
 */
export function letterhead(drawing: Drawing, style: NoteStyle): number {
  const { sheet, paper, chance } = drawing
  const { left, width, body, colour } = style
  const habits = { ...drawing.habits, writesCapitals: false, runsOn: false, taxIdFirst: false }
  const top = mm(chance.between(12, 18))
  const half = width * 0.56
  const told = {
    taxId: chance.happens(0.8),
    phone: chance.happens(0.6),
    email: chance.happens(0.4),
    country: habits.namesCountries && chance.happens(0.7),
  }
  const sender = printedParty('sender', paper.sender, habits, told)
  const [name = '', ...rest] = sender.lines
  const large = { ...body, bold: true, size: chance.whole(34, 42), ink: colour }
  const beside = chance.happens(0.4) ? 120 : 0
  if (beside > 0) logo(sheet, { x: left, y: top, width: 96, height: 96 }, colour, chance)
  const room = { x: left + beside, y: top, width: half - beside, height: 110 }
  const below = { ...room, y: block(sheet, [name], room, large) + 4, height: 260 }
  const end = block(sheet, rest, below, { ...body, size: body.size - 2 })
  sheet.states(sender.truth)
  return Math.max(end, identification(drawing, style, top))
}

function identification({ sheet, paper, habits, chance }: Drawing, style: NoteStyle, top: number): number {
  const { left, width, body, colour } = style
  const word = (name: string): string => chance.oneOf<string>(wordsFor(name)[habits.language])
  const room = (y: number) => ({ x: left + width * 0.6, y, width: width * 0.4, height: 120 })
  const title = { ...body, bold: true, size: 36, ink: colour }
  const below = block(sheet, [word('note.titles')], room(top), title) + 6
  const number = chance.oneOf([
    paper.reference,
    `${chance.whole(24, 27)}/${chance.digits(6)}`,
    chance.digits(7),
  ])
  const between = colon(habits.language)
  const lines = [
    `${word('note.numberLabels')}${between} ${number}`,
    `${word('label.issueDate')}${between} ${typedDate(habits, paper.issueDate)}`,
    ...(chance.happens(0.5) ? [`${word('label.order')}${between} ${chance.digits(6)}`] : []),
    ...(chance.happens(0.4) ? [`${word('label.customerNumber')}${between} ${chance.digits(5)}`] : []),
  ]
  const y = block(sheet, lines, room(below), body, { leading: 1.35 })
  sheet.states({ reference: number, issue_date: paper.issueDate })
  if (!chance.happens(0.25)) return y
  barcode(sheet, { ...room(y + 10), width: 320, height: 90 }, chance)
  return y + 100
}
