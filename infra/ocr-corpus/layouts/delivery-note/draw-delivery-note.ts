import type { PaperLanguage } from '../../corpus.js'
import type { Chance } from '../../data/chance.js'
import type { Consignment } from '../../data/consignment.js'
import { wordsFor } from '../../data/tables.js'
import { companyStamp, receiptStamp, signature, stamp } from '../marks.js'
import { mm, PAGE, type Sheet } from '../paper/sheet.js'
import { block } from '../paper/text-block.js'
import { type Habits, habits as someHabits } from '../printed/habits.js'
import { labelled, stop } from '../printed/particulars.js'
import { printedParty } from '../printed/party.js'
import { goodsTable, transportDetails } from './details.js'
import { letterhead, type NoteStyle, someStyle } from './letterhead.js'

/**
 * The customer, who receives the goods, and where they are brought when that is another place.
 *
 * @returns where they end
 */
export function addresses(
  sheet: Sheet,
  style: NoteStyle,
  paper: Consignment,
  habits: Habits,
  chance: Chance,
  top: number,
): number {
  const told = { taxId: chance.happens(0.5), phone: chance.happens(0.3), contact: chance.happens(0.2) }
  const blocks = labelled(habits, chance, [
    ['customer', 1, printedParty('receiver', paper.receiver, habits, told)],
    ['delivery', 1, stop('delivery', paper.deliveredTo, habits)],
  ])
  const width = style.width * 0.48
  const ends = blocks.map(({ label, printed }, index) => {
    const room = {
      x: style.left + index * (style.width - width) + 12,
      y: top + 10,
      width: width - 24,
      height: 330,
    }
    const y = block(sheet, [label], { ...room, height: 40 }, style.strong)
    sheet.states(printed.truth)
    return block(sheet, printed.lines, { ...room, y: y + 4 }, style.body)
  })
  const bottom = Math.ceil(Math.max(...ends) + mm(1.5))
  if (style.boxesAddresses)
    for (const index of blocks.keys())
      sheet.frame(
        { x: Math.round(style.left + index * (style.width - width)), y: top, width, height: bottom - top },
        style.table.weight,
        style.table.ink,
      )
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
  const style = someStyle(chance)
  let y = letterhead(sheet, style, paper, habits, chance)
  y = addresses(sheet, style, paper, habits, chance, y + mm(6))
  y = goodsTable(sheet, style, paper, habits, chance, y + mm(8))
  y = transportDetails(sheet, style, paper, habits, chance, y + mm(8))
  receipt(sheet, style, paper, language, chance, y + mm(8))
  const foot = { x: style.left, y: PAGE.height - mm(22), width: style.width, height: mm(14) }
  block(
    sheet,
    wordsFor('note.smallPrint')[language],
    foot,
    { ...style.body, size: 16, ink: '#555555' },
    { align: 'centre' },
  )
}

/** Where the customer signs, signed or not yet. */
function receipt(
  sheet: Sheet,
  style: NoteStyle,
  paper: Consignment,
  language: PaperLanguage,
  chance: Chance,
  y: number,
): void {
  const room = { x: style.left + style.width * 0.55, y, width: style.width * 0.45, height: mm(26) }
  block(sheet, [chance.oneOf(wordsFor('note.receipts')[language])], { ...room, height: 60 }, style.body)
  const below = { ...room, y: y + 44 }
  if (chance.happens(0.4)) stamp(sheet, companyStamp(paper.receiver, chance), below, chance)
  if (chance.happens(0.2))
    stamp(sheet, receiptStamp(language, paper.deliveryDate, chance), { ...below, x: style.left }, chance)
  if (chance.happens(0.5)) signature(sheet, below, chance)
}
