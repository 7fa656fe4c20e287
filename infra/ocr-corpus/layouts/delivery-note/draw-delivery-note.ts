import type { PaperLanguage } from '../../corpus-page.js'
import type { Chance } from '../../data/chance.js'
import type { Consignment } from '../../data/consignment.js'
import { wordsFor } from '../../data/tables.js'
import { signature } from '../clutter/signature.js'
import { stamp } from '../clutter/stamp.js'
import { companyStamp, receiptStamp } from '../clutter/stamp-texts.js'
import { mm, PAGE, type Sheet } from '../paper/sheet.js'
import { block } from '../paper/text-block.js'
import { habits as someHabits } from '../printed/habits.js'
import { addresses } from './addresses.js'
import { goodsTable } from './goods-table.js'
import { letterhead } from './letterhead.js'
import { type NoteStyle, someStyle } from './style.js'
import { transportDetails } from './transport-details.js'

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
