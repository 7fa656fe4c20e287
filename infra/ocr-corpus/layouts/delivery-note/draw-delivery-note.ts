import type { PaperLanguage } from '../../corpus.js'
import type { Chance } from '../../data/chance.js'
import type { Consignment } from '../../data/consignment.js'
import { wordsFor } from '../../data/tables.js'
import { companyStamp, receiptStamp, signature, stamp } from '../marks.js'
import { mm, PAGE, type Sheet } from '../paper/sheet.js'
import { block } from '../paper/text-block.js'
import { type Drawing, habits as someHabits } from '../printed/habits.js'
import { labelled, stop } from '../printed/particulars.js'
import { printedParty } from '../printed/party.js'
import { goodsTable, transportDetails } from './details.js'
import { letterhead, type NoteStyle, someStyle } from './letterhead.js'

/**
 * The customer, who receives the goods, and where they are brought when that is another place.
 *
 * @returns where they end
 */
function addresses(drawing: Drawing, style: NoteStyle, top: number): number {
  const { sheet, paper, habits, chance } = drawing
  const told = { taxId: chance.happens(0.5), phone: chance.happens(0.3), contact: chance.happens(0.2) }
  const blocks = labelled(drawing, [
    ['customer', 1, printedParty('receiver', paper.receiver, habits, told)],
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
