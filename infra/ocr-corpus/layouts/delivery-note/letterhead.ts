import type { Chance } from '../../data/chance.js'
import type { Consignment } from '../../data/consignment.js'
import { wordsFor } from '../../data/tables.js'
import { barcode, logo } from '../marks.js'
import { type Face, mm, PAGE, type Sheet, typefaces } from '../paper/sheet.js'
import { block, type TableStyle } from '../paper/text-block.js'
import { type Habits, printedDate, typed } from '../printed/habits.js'
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
  return {
    left,
    width: PAGE.width - 2 * left,
    body,
    strong,
    colour: chance.oneOf(['#111111', '#1f3f77', '#7a1f1f', '#1d5c3a']),
    table: {
      head: strong,
      body,
      rules: chance.oneOf(['all', 'horizontal', 'head', 'none']),
      ink,
      weight: chance.oneOf([1, 2]),
    },
    boxesAddresses: chance.happens(0.5),
  }
}

/**
 * Whose note it is, its number and its date. The number is the sender's own reference.
 *
 * @returns where it ends
 */
export function letterhead(
  sheet: Sheet,
  style: NoteStyle,
  paper: Consignment,
  habits: Habits,
  chance: Chance,
): number {
  const { left, width, body, colour } = style
  const top = mm(chance.between(12, 18))
  const half = width * 0.56
  const told = {
    taxId: chance.happens(0.8),
    phone: chance.happens(0.6),
    email: chance.happens(0.4),
    country: habits.namesCountries && chance.happens(0.7),
  }
  const sender = printedParty(
    'sender',
    paper.sender,
    { ...habits, writesCapitals: false, runsOn: false, taxIdFirst: false },
    told,
  )
  const [name = '', ...rest] = sender.lines
  const large = { ...body, bold: true, size: chance.whole(34, 42), ink: colour }
  const beside = chance.happens(0.4) ? 120 : 0
  if (beside > 0) logo(sheet, { x: left, y: top, width: 96, height: 96 }, colour, chance)
  const y = block(sheet, [name], { x: left + beside, y: top, width: half - beside, height: 110 }, large)
  const end = block(
    sheet,
    rest,
    { x: left + beside, y: y + 4, width: half - beside, height: 260 },
    { ...body, size: body.size - 2 },
  )
  sheet.states(sender.truth)
  return Math.max(end, identification(sheet, style, paper, habits, chance, top))
}

function identification(
  sheet: Sheet,
  style: NoteStyle,
  paper: Consignment,
  habits: Habits,
  chance: Chance,
  top: number,
): number {
  const { language } = habits
  const { left, width, body, colour } = style
  const room = (y: number) => ({ x: left + width * 0.6, y, width: width * 0.4, height: 120 })
  let y =
    block(sheet, [chance.oneOf(wordsFor('note.titles')[language])], room(top), {
      ...body,
      bold: true,
      size: 36,
      ink: colour,
    }) + 6
  const number = chance.oneOf([
    paper.reference,
    `${chance.whole(24, 27)}/${chance.digits(6)}`,
    chance.digits(7),
  ])
  const date = typed(habits, printedDate(paper.issueDate, habits.dates, language))
  const colon = language === 'fr' ? ' :' : ':'
  const lines = [
    `${chance.oneOf(wordsFor('note.numberLabels')[language])}${colon} ${number}`,
    `${chance.oneOf<string>(wordsFor('label.issueDate')[language])}${colon} ${date}`,
    ...(chance.happens(0.5)
      ? [`${chance.oneOf<string>(wordsFor('label.order')[language])}${colon} ${chance.digits(6)}`]
      : []),
    ...(chance.happens(0.4)
      ? [`${chance.oneOf<string>(wordsFor('label.customerNumber')[language])}${colon} ${chance.digits(5)}`]
      : []),
  ]
  y = block(sheet, lines, room(y), body, { leading: 1.35 })
  sheet.states({ reference: number, issue_date: paper.issueDate })
  if (!chance.happens(0.25)) return y
  barcode(sheet, { ...room(y + 10), width: 320, height: 90 }, chance)
  return y + 100
}
