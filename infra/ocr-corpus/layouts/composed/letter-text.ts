import type { Truth } from '../../drawn-page.js'
import { block } from '../paper/text-block.js'
import { printedDate, typed, wordOf } from '../printed/habits.js'
import { stop } from '../printed/particulars.js'
import { type Composition, onPage } from './style.js'

type Told = Readonly<Record<string, { readonly text: string; readonly truth: Truth }>>

/**
 * Running text that mentions some particulars.
 *
 * @returns where it ends, and what it tells
 */
export function opening(
  composition: Composition,
  top: number,
): { readonly y: number; readonly truth: Truth } {
  const { sheet, style } = composition
  const sentence = wordOf(composition, 'letter.openings')
  const told = tellable(composition)
  const text = sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => told[name]?.text ?? '')
  const names = [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const truth = Object.assign({}, ...names.map((name) => told[name]?.truth ?? {})) as Truth
  sheet.states(truth)
  const room = { x: style.left, y: top, width: style.width, height: 300 }
  return { y: onPage(block(sheet, [text], room, style.value, { leading: style.leading })), truth }
}

function tellable({ paper, habits }: Composition): Told {
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
