import type { Box } from '@ecmr/ocr'
import type { Consignment } from '../../data/consignment.js'
import { wordFor } from '../../data/tables.js'
import { companyStamp, receiptStamp, signature, stamp } from '../marks.js'
import { block } from '../paper/text-block.js'
import { type Drawing, typed, typedDate } from '../printed/habits.js'
import type { Boxes } from './boxes.js'
import { caption, type Form, inLanguages } from './form.js'

/** Box 21. */
export function established({ sheet, paper, habits }: Drawing, form: Form, box: Box): void {
  const half = Math.round(box.width * 0.55)
  const place = caption(sheet, form, { ...box, width: half }, 21, wordFor('box.established'))
  const rest = { ...box, x: box.x + half, width: box.width - half }
  const date = caption(sheet, form, rest, undefined, wordFor('form.on'))
  const city = typed(habits, paper.sender.city)
  block(sheet, [city], place, form.typing)
  block(sheet, [typedDate(habits, paper.issueDate)], date, form.typing)
  sheet.states({ issue_place: city, issue_date: paper.issueDate })
}

/** Boxes 22 to 24, with the stamps and signatures of those who have had the paper in their hands so far. */
export function signatureBoxes(drawing: Drawing, form: Form, boxes: Boxes): void {
  const { sheet, paper, chance } = drawing
  const rooms = [
    caption(sheet, form, boxes.senderSigns, 22, wordFor('box.senderSigns')),
    caption(sheet, form, boxes.carrierSigns, 23, wordFor('box.carrierSigns')),
    caption(sheet, form, boxes.received, 24, wordFor('box.received')),
  ] as const
  if (!boxes.plates) plates(drawing, form, rooms[1])
  const far = chance.oneOf([0, 1, 2, 2, 3])
  const signers = [paper.sender, paper.carrier, paper.receiver]
  rooms.slice(0, far).forEach((room, index) => {
    const low = { ...room, y: room.y + room.height * 0.35, height: room.height * 0.65 }
    const party = signers[index]
    if (party && chance.happens(0.6)) stamp(sheet, companyStamp(party, chance), low, chance)
    if (chance.happens(0.9)) signature(sheet, low, chance)
  })
  if (far < 3 || !chance.happens(0.6)) return
  // Where there is room, or over what is typed.
  const { reservations, instructions, documents } = boxes
  const where = chance.oneOf([reservations, reservations, instructions, documents])
  const [language = 'es'] = form.languages
  stamp(sheet, receiptStamp(language, paper.deliveryDate, chance), where, chance)
}

/** The plates in a strip of their own, apart or in one place. */
export function platesBox({ sheet, paper, chance }: Drawing, form: Form, box: Box): void {
  if (chance.happens(0.3)) {
    const room = caption(sheet, form, box, 25, wordFor('box.plates'))
    block(sheet, [`${paper.vehiclePlate} / ${paper.trailerPlate}`], room, form.typing)
    sheet.states({ vehicle_plate: paper.vehiclePlate, trailer_plate: paper.trailerPlate })
    return
  }
  const third = Math.round(box.width / 3)
  const cell = (index: number) => ({ ...box, x: box.x + index * third, width: third })
  caption(sheet, form, cell(0), 25, wordFor('box.plates'))
  const printed = bothPlates(paper).map((each, index) => ({
    ...each,
    room: caption(sheet, form, cell(index + 1), undefined, each.words),
  }))
  for (const { plate, truth, likelihood, room } of printed) {
    if (!chance.happens(likelihood)) continue
    block(sheet, [plate], room, form.typing)
    sheet.states(truth)
  }
}

const bothPlates = ({ vehiclePlate, trailerPlate }: Consignment) => [
  {
    words: wordFor('form.tractor'),
    plate: vehiclePlate,
    truth: { vehicle_plate: vehiclePlate },
    likelihood: 0.85,
  },
  {
    words: wordFor('form.trailer'),
    plate: trailerPlate,
    truth: { trailer_plate: trailerPlate },
    likelihood: 0.7,
  },
]

/** The plates at the top of box 23, each behind its caption. */
function plates({ sheet, paper, chance }: Drawing, form: Form, room: Box): void {
  bothPlates(paper).forEach(({ words, plate, truth, likelihood }, index) => {
    const y = room.y + index * 34
    const place = { ...room, y: y + 6, width: room.width * 0.5, height: 28 }
    const after = block(sheet, [`${inLanguages(form, words, 2)}:`], place, form.caption)
    if (!chance.happens(likelihood)) return
    const x = room.x + room.width * 0.52
    block(sheet, [plate], { x, y, width: room.width * 0.5, height: Math.max(30, after - y) }, form.typing)
    sheet.states(truth)
  })
}
