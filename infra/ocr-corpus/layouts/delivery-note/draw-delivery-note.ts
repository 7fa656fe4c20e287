import type { PaperLanguage } from '../../corpus.js'
import type { Chance } from '../../data/chance.js'
import type { Consignment } from '../../data/consignment.js'
import { wordsFor } from '../../data/tables.js'
import { barcode, companyStamp, logo, receiptStamp, signature, stamp } from '../marks.js'
import { type Face, mm, PAGE, type Sheet, typefaces } from '../paper/sheet.js'
import { block, type TableStyle } from '../paper/text-block.js'
import { colon, type Drawing, habits as someHabits, typedDate } from '../printed/habits.js'
import { labelled, stop } from '../printed/particulars.js'
import { printedParty } from '../printed/party.js'
import { goodsTable, transportDetails } from './details.js'

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
  const shown = {
    taxId: chance.happens(0.8),
    phone: chance.happens(0.6),
    email: chance.happens(0.4),
    country: habits.namesCountries && chance.happens(0.7),
  }
  const sender = printedParty('sender', paper.sender, habits, shown)
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

/**
 * The customer, who receives the goods, and where they are brought when that is another place.
 *
 * @returns where they end
 */
function addresses(drawing: Drawing, style: NoteStyle, top: number): number {
  const { sheet, paper, habits, chance } = drawing
  const shown = { taxId: chance.happens(0.5), phone: chance.happens(0.3), contact: chance.happens(0.2) }
  const blocks = labelled(drawing, [
    ['customer', 1, printedParty('receiver', paper.receiver, habits, shown)],
    ['delivery', 1, stop('delivery', paper.deliveredTo, habits)],
  ])
  const width = style.width * 0.48
  const left = (index: number): number => style.left + index * (style.width - width)
  const ends = blocks.map(({ label, printed }, index) => {
    const room = { x: left(index) + 12, y: top + 10, width: width - 24, height: 330 }
    const y = block(sheet, [label], { ...room, height: 40 }, style.strong)
    sheet.states(printed.truth)
    return block(sheet, printed.lines, { ...room, y: y + 4 }, style.body)
  })
  const bottom = Math.ceil(Math.max(...ends) + mm(1.5))
  const { weight, ink } = style.table
  if (style.boxesAddresses)
    for (const index of blocks.keys())
      sheet.frame({ x: Math.round(left(index)), y: top, width, height: bottom - top }, weight, ink)
  return bottom
}

/** A delivery note as the sender's own programs print them. */
export function drawDeliveryNote(
  sheet: Sheet,
  paper: Consignment,
  language: PaperLanguage,
  chance: Chance,
): void {
  const habits = { ...someHabits(chance, language, paper.isNational), writesCapitals: chance.happens(0.25) }
  const drawing = { sheet, paper, habits, chance }
  const style = someStyle(chance)
  let y = letterhead(drawing, style)
  y = addresses(drawing, style, y + mm(6))
  y = goodsTable(drawing, style, y + mm(8))
  y = transportDetails(drawing, style, y + mm(8))
  receipt(drawing, style, y + mm(8))
  const foot = { x: style.left, y: PAGE.height - mm(22), width: style.width, height: mm(14) }
  const small = { ...style.body, size: 16, ink: '#555555' }
  block(sheet, wordsFor('note.smallPrint')[language], foot, small, { align: 'centre' })
}

/** Where the customer signs, signed or not yet. */
function receipt({ sheet, paper, habits, chance }: Drawing, style: NoteStyle, y: number): void {
  const { language } = habits
  const room = { x: style.left + style.width * 0.55, y, width: style.width * 0.45, height: mm(26) }
  block(sheet, [chance.oneOf(wordsFor('note.receipts')[language])], { ...room, height: 60 }, style.body)
  const below = { ...room, y: y + 44 }
  if (chance.happens(0.4)) stamp(sheet, companyStamp(paper.receiver, chance), below, chance)
  if (chance.happens(0.2))
    stamp(sheet, receiptStamp(language, paper.deliveryDate, chance), { ...below, x: style.left }, chance)
  if (chance.happens(0.5)) signature(sheet, below, chance)
}
