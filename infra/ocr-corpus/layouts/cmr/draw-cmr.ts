import type { Box } from '@ecmr/ocr'
import type { Chance } from '../../data/chance.js'
import type { Consignment } from '../../data/consignment.js'
import type { Party } from '../../data/party.js'
import { wordFor, wordsFor } from '../../data/tables.js'
import type { PaperLanguage } from '../../drawn-page.js'
import type { Sheet } from '../paper/sheet.js'
import { block } from '../paper/text-block.js'
import { printedDanger, printedGoods, printedSeals, printedTemperature } from '../printed/goods.js'
import {
  type Drawing,
  type Habits,
  nothing,
  type Printed,
  habits as someHabits,
  together,
  typed,
  typedDate,
} from '../printed/habits.js'
import {
  attached,
  cashOnDelivery,
  printedAgreement,
  printedInstructions,
  stop,
} from '../printed/particulars.js'
import { printedParty } from '../printed/party.js'
import { boxes as someBoxes } from './boxes.js'
import { established, platesBox, signatureBoxes } from './foot.js'
import { caption, type Form, form as someForm } from './form.js'
import { dangerousStrip, goodsBox } from './goods-box.js'
import { paymentBox, titleBox, toPayBox } from './title-and-payment.js'

/** The CMR form with its 24 boxes, filled in. */
export function drawCmr(sheet: Sheet, paper: Consignment, language: PaperLanguage, chance: Chance): void {
  const form = someForm(chance, language)
  const habits = someHabits(chance, language, paper.isNational)
  const drawing = { sheet, paper, habits, chance }
  const boxes = someBoxes(chance)
  for (const box of Object.values<Box>(boxes)) sheet.frame(box, form.weight, form.ink)
  titleBox(drawing, form, boxes.title)
  const goods = goodsTold(drawing)
  for (const [name, number, printed] of filledBoxes(drawing, goods.inBox13))
    fill(sheet, form, boxes[name], number, name, printed)
  goodsBox(sheet, form, boxes.goods, goods.lines, goods.below, chance)
  dangerousStrip(sheet, form, boxes.dangerous, goods.inStrip, chance)
  toPayBox(drawing, form, boxes.toPay)
  paymentBox(sheet, form, boxes.payment, chance)
  established(drawing, form, boxes.established)
  if (boxes.plates) platesBox(drawing, form, boxes.plates)
  signatureBoxes(drawing, form, boxes)
}

function filledBoxes(drawing: Drawing, inBox13: Printed) {
  const { paper, habits, chance } = drawing
  const shown = () => ({
    taxId: chance.happens(0.6),
    contact: chance.happens(0.12),
    phone: chance.happens(0.25),
    email: chance.happens(0.12),
  })
  return [
    ['sender', 1, printedParty('sender', paper.sender, habits, shown())],
    ['consignee', 2, printedParty('receiver', paper.receiver, habits, shown())],
    ['delivery', 3, deliveryPlace(drawing)],
    ['takingOver', 4, takingOver(drawing)],
    ['documents', 5, optionally(chance, 0.7, () => attached(drawing, chance.happens(0.5)))],
    [
      'instructions',
      13,
      together(
        optionally(chance, 0.6, () => printedInstructions(drawing)),
        inBox13,
      ),
    ],
    ['cashOnDelivery', 15, optionally(chance, 0.15, () => cashOnDelivery(drawing))],
    ['carrier', 16, optionally(chance, 0.9, () => carrier(drawing))],
    ['successive', 17, optionally(chance, 0.06, () => successive(drawing))],
    ['reservations', 18, optionally(chance, 0.12, () => reserved(drawing))],
    ['agreements', 19, optionally(chance, 0.4, () => printedAgreement(drawing))],
  ] as const satisfies readonly (readonly [string, number, Printed])[]
}

/** A caption, and below it what was typed. */
function fill(sheet: Sheet, form: Form, box: Box, number: number, name: string, printed: Printed): void {
  const room = caption(sheet, form, box, number, wordFor(`box.${name}`))
  if (printed.lines.length === 0) return
  const [right, down] = form.shift
  const shifted = {
    ...room,
    x: room.x + right,
    y: room.y + down,
    width: room.width - right,
    height: room.height - down,
  }
  block(sheet, printed.lines, shifted, form.typing)
  sheet.states(printed.truth)
}

/** What the form says of the goods, and in which of its places. */
function goodsTold({ paper: { loads, seals }, habits, chance }: Drawing) {
  const columns = {
    marks: chance.happens(0.7),
    hsCode: chance.happens(0.5),
    volume: chance.happens(0.5),
    units: chance.happens(0.4),
  }
  const danger = loads[0]?.danger
  const inStrip = chance.happens(0.4) ? danger : undefined
  const onRoad = together(
    optionally(chance, 0.8, () => printedTemperature(loads[0]?.temperature, habits)),
    optionally(chance, 0.3, () => printedSeals(seals, habits)),
  )
  const isInBox13 = chance.happens(0.3)
  const dangerLine = inStrip ? nothing : printedDanger(danger, chance)
  return {
    lines: printedGoods(loads, habits, columns, chance),
    inStrip,
    below: isInBox13 ? dangerLine : together(dangerLine, onRoad),
    inBox13: isInBox13 ? onRoad : nothing,
  }
}

/** Box 3, now and then with the day. */
function deliveryPlace({ paper, habits, chance }: Drawing): Printed {
  const { deliveredTo, receiver, deliveryDate } = paper
  const place = deliveredTo
    ? stop('delivery', deliveredTo, habits)
    : town('delivery', receiver, habits, chance.happens(0.35))
  if (!chance.happens(0.12)) return place
  const label = chance.oneOf<string>(wordsFor('label.deliveryDate')[habits.language])
  const line = `${label}: ${typedDate(habits, deliveryDate)}`
  return together(place, { lines: [line], truth: { delivery_date: deliveryDate } })
}

/** Box 4, the day behind the place or below it. */
function takingOver({ paper, habits, chance }: Drawing): Printed {
  const { pickedUpAt, sender, pickupDate } = paper
  const place = pickedUpAt
    ? stop('pickup', pickedUpAt, habits)
    : town('pickup', sender, habits, chance.happens(0.35))
  const where = place.lines.join(', ')
  const day = typedDate(habits, pickupDate)
  return {
    lines: !pickedUpAt && chance.happens(0.25) ? [`${where} ${day}`] : [where, day],
    truth: { ...place.truth, pickup_date: pickupDate },
  }
}

/** The town of a party, with its postal code or without. */
function town(which: 'pickup' | 'delivery', party: Party, habits: Habits, isShort: boolean): Printed {
  if (!isShort) {
    const { lines, truth } = stop(which, party, habits)
    const { [`${which}_address` as const]: _, ...rest } = truth
    return { lines: lines.slice(1), truth: rest }
  }
  const city = typed(habits, party.city)
  const country = typed(habits, wordFor(`country.${party.country}`)[habits.language])
  return {
    lines: [`${city} (${country})`],
    truth: { [`${which}_city`]: city, [`${which}_country`]: party.country },
  }
}

/** Box 16, now and then with who drives. */
function carrier({ paper, habits, chance }: Drawing): Printed {
  const shown = { taxId: chance.happens(0.7), phone: chance.happens(0.4), email: chance.happens(0.15) }
  const party = printedParty('carrier', paper.carrier, habits, shown)
  if (shown.phone || !chance.happens(0.2)) return party
  const driver = typed(habits, paper.driver)
  const line = `${chance.oneOf<string>(wordsFor('label.driver')[habits.language])}: ${driver}`
  return together(party, { lines: [line], truth: { driver_name: driver } })
}

/** Box 17. A list of parties is no field that is one value. */
function successive({ paper, habits }: Drawing): Printed {
  const { lines } = printedParty('carrier', paper.successor, { ...habits, runsOn: true }, {})
  return { lines, truth: {} }
}

/** Box 18. Reservations are no field of a note: they are made when the goods are taken over. */
const reserved = ({ paper, habits }: Drawing): Printed => ({
  lines: [typed(habits, paper.reservation)],
  truth: {},
})

const optionally = (chance: Chance, likelihood: number, printed: () => Printed): Printed =>
  chance.happens(likelihood) ? printed() : nothing
