import type { Chance } from '../../data/chance.js'
import type { Consignment } from '../../data/consignment.js'
import { wordsFor } from '../../data/tables.js'
import type { Sheet } from '../paper/sheet.js'
import { block } from '../paper/text-block.js'
import { printedDate } from '../printed/dates.js'
import { type Habits, typed } from '../printed/habits.js'
import { labelled, vehicle } from '../printed/particulars.js'
import { printedParty } from '../printed/party.js'
import type { NoteStyle } from './style.js'

/**
 * Who carries the goods, when, and what the customer should know.
 *
 * @returns where they end
 */
export function transportDetails(
  sheet: Sheet,
  style: NoteStyle,
  paper: Consignment,
  habits: Habits,
  chance: Chance,
  top: number,
): number {
  const { language } = habits
  const date = typed(habits, printedDate(paper.pickupDate, habits.dates, language))
  const arrival = typed(habits, printedDate(paper.deliveryDate, habits.dates, language))
  const notes = typed(habits, paper.instructions.join(' '))
  const carrierName = typed(habits, paper.carrier.name)
  const carrier = chance.happens(0.5)
    ? { lines: [carrierName], truth: { carrier_company_name: carrierName } }
    : oneLine(printedParty('carrier', paper.carrier, habits, {}))
  const all = [
    ...labelled(habits, chance, [
      ['carrier', 0.9, carrier],
      ['pickupDate', 0.9, { lines: [date], truth: { pickup_date: paper.pickupDate } }],
      ['deliveryDate', 0.4, { lines: [arrival], truth: { delivery_date: paper.deliveryDate } }],
    ]),
    ...vehicle(paper, habits, chance).filter(({ name }) => name !== 'seals'),
    ...labelled(habits, chance, [['notes', 0.4, { lines: [notes], truth: { notes } }]]),
  ]
  const colon = language === 'fr' ? ' :' : ':'
  const { left, width } = style
  let y =
    block(
      sheet,
      [chance.oneOf(wordsFor('note.transports')[language])],
      { x: left, y: top, width, height: 40 },
      style.strong,
    ) + 6
  for (const { label, printed } of all) {
    y = block(
      sheet,
      [`${label}${colon} ${printed.lines.join(', ')}`],
      { x: left, y, width, height: 120 },
      style.body,
      { leading: 1.3 },
    )
    sheet.states(printed.truth)
  }
  return y
}

const oneLine = <P extends { readonly lines: readonly string[] }>(printed: P): P => ({
  ...printed,
  lines: [printed.lines.join(', ')],
})
