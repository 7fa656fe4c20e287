import type { PaperLanguage } from '../../corpus-page.js'
import type { Chance } from '../../data/chance.js'
import type { Consignment } from '../../data/consignment.js'
import { mm, PAGE, type Sheet } from '../paper/sheet.js'
import { block } from '../paper/text-block.js'
import { habits as someHabits } from '../printed/habits.js'
import { addresses } from './addresses.js'
import { goodsTable } from './goods-table.js'
import { letterhead } from './letterhead.js'
import { someStyle } from './style.js'
import { transportDetails } from './transport-details.js'
import { receipts, smallPrint } from './words.js'

/** A delivery note as the sender's own programs print them. */
export function drawDeliveryNote(
  sheet: Sheet,
  paper: Consignment,
  language: PaperLanguage,
  chance: Chance,
): void {
  const habits = { ...someHabits(chance, language), writesCapitals: chance.happens(0.25) }
  const style = someStyle(chance)
  let y = letterhead(sheet, style, paper, habits, chance)
  y = addresses(sheet, style, paper, habits, chance, y + mm(6))
  y = goodsTable(sheet, style, paper, habits, chance, y + mm(8))
  y = transportDetails(sheet, style, paper, habits, chance, y + mm(8))
  const { left, width } = style
  block(
    sheet,
    [chance.oneOf(receipts[language])],
    { x: left + width * 0.6, y: y + mm(8), width: width * 0.4, height: 60 },
    style.body,
  )
  const foot = { x: left, y: PAGE.height - mm(22), width, height: mm(14) }
  block(sheet, smallPrint[language], foot, { ...style.body, size: 16, ink: '#555555' }, { align: 'centre' })
}
