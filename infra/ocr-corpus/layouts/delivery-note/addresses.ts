import type { Chance } from '../../data/chance.js'
import type { Consignment } from '../../data/consignment.js'
import { mm, type Sheet } from '../paper/sheet.js'
import { block } from '../paper/text-block.js'
import type { Habits } from '../printed/habits.js'
import { labelled, stop } from '../printed/particulars.js'
import { printedParty } from '../printed/party.js'
import type { NoteStyle } from './style.js'

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
