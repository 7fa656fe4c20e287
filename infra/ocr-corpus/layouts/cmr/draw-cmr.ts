import type { Box } from '@ecmr/ocr'
import type { PaperLanguage } from '../../corpus.js'
import type { Chance } from '../../data/chance.js'
import type { Consignment } from '../../data/consignment.js'
import { wordFor } from '../../data/tables.js'
import type { Sheet } from '../paper/sheet.js'
import { block } from '../paper/text-block.js'
import { printedDanger, printedGoods, printedSeals, printedTemperature } from '../printed/goods.js'
import { type Habits, nothing, type Printed, habits as someHabits, together } from '../printed/habits.js'
import { attached, cashOnDelivery, printedAgreement, printedInstructions } from '../printed/particulars.js'
import { printedParty } from '../printed/party.js'
import { boxes as someBoxes } from './boxes.js'
import { carrier, deliveryPlace, optionally, reserved, successive, takingOver } from './filling.js'
import { established, platesBox, signatureBoxes } from './foot.js'
import { caption, type Form, form as someForm } from './form.js'
import { dangerousStrip, goodsBox } from './goods-box.js'
import { paymentBox, titleBox, toPayBox } from './title-and-payment.js'

/** The CMR form with its 24 boxes, filled in. */
export function drawCmr(
  sheet: Sheet,
  consignment: Consignment,
  language: PaperLanguage,
  chance: Chance,
): void {
  const form = someForm(chance, language)
  const habits = someHabits(chance, language, consignment.isNational)
  const boxes = someBoxes(chance)
  for (const box of Object.values<Box>(boxes)) sheet.frame(box, form.weight, form.ink)
  titleBox(sheet, form, boxes.title, consignment, chance)
  const goods = goodsTold(consignment, habits, chance)
  for (const [name, number, printed] of filledBoxes(consignment, habits, chance, goods.inBox13))
    fill(sheet, form, boxes[name], number, name, printed)
  goodsBox(sheet, form, boxes.goods, goods.lines, goods.below, chance)
  dangerousStrip(sheet, form, boxes.dangerous, goods.inStrip, chance)
  toPayBox(sheet, form, boxes.toPay, habits, chance)
  paymentBox(sheet, form, boxes.payment, chance)
  established(sheet, form, boxes.established, consignment, habits)
  if (boxes.plates) platesBox(sheet, form, boxes.plates, consignment, chance)
  signatureBoxes(sheet, form, boxes, consignment, chance)
}

function filledBoxes(paper: Consignment, habits: Habits, chance: Chance, inBox13: Printed) {
  const told = () => ({
    taxId: chance.happens(0.6),
    contact: chance.happens(0.12),
    phone: chance.happens(0.25),
    email: chance.happens(0.12),
  })
  return [
    ['sender', 1, printedParty('sender', paper.sender, habits, told())],
    ['consignee', 2, printedParty('receiver', paper.receiver, habits, told())],
    ['delivery', 3, deliveryPlace(paper, habits, chance)],
    ['takingOver', 4, takingOver(paper, habits, chance)],
    ['documents', 5, optionally(chance, 0.7, () => attached(paper, habits, chance.happens(0.5)))],
    [
      'instructions',
      13,
      together(
        optionally(chance, 0.6, () => printedInstructions(paper, habits)),
        inBox13,
      ),
    ],
    ['cashOnDelivery', 15, optionally(chance, 0.15, () => cashOnDelivery(paper, habits, chance))],
    ['carrier', 16, optionally(chance, 0.9, () => carrier(paper, habits, chance))],
    ['successive', 17, optionally(chance, 0.06, () => successive(paper, habits))],
    ['reservations', 18, optionally(chance, 0.12, () => reserved(paper, habits))],
    ['agreements', 19, optionally(chance, 0.4, () => printedAgreement(paper, habits))],
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
function goodsTold({ loads, seals }: Consignment, habits: Habits, chance: Chance) {
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
