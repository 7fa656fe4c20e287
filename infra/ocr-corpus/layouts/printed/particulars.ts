import type { Party } from '../../data/party.js'
import { printedGoods } from './goods.js'
import {
  type Drawing,
  type Habits,
  nothing,
  type Printed,
  printedNumber,
  typed,
  typedDate,
  wordOf,
} from './habits.js'
import { printedParty, printedPlace } from './party.js'

/** Documents below each other or side by side. */
export function attached({ paper, habits }: Drawing, belowEachOther: boolean): Printed {
  const all = paper.documents.map((document) => typed(habits, document))
  return { lines: belowEachOther ? all : [all.join(', ')], truth: { documents: all } }
}

export function printedInstructions({ paper, habits }: Drawing): Printed {
  const text = typed(habits, paper.instructions.join(' '))
  return line(text, { instructions: text })
}

export function printedAgreement({ paper, habits }: Drawing): Printed {
  const text = typed(habits, paper.agreement)
  return line(text, { special_agreements: text })
}

export function cashOnDelivery(drawing: Drawing): Printed {
  const { cashOnDelivery: amount, currency } = drawing.paper
  return line(sumOfMoney(amount, drawing), { cod_amount: amount.toFixed(2), cod_currency: currency })
}

function declaredValue(drawing: Drawing): Printed {
  const { declaredValue: amount, currency } = drawing.paper
  const truth = { declared_value: amount.toFixed(2), declared_value_currency: currency }
  return line(sumOfMoney(amount, drawing), truth)
}

function sumOfMoney(amount: number, { paper: { currency }, habits, chance }: Drawing): string {
  const number = printedNumber(amount, { ...habits.numbers, always: 2 })
  const sign = currency === 'EUR' ? '€' : '£'
  return chance.oneOf([`${number} ${currency}`, `${number} ${sign}`, `${currency} ${number}`])
}

/** Something that is printed under a label. */
export interface Particular {
  readonly name: string
  readonly label: string
  readonly printed: Printed
}

/** Particulars under labels, each with a likelihood to stand on the paper. What stands for nothing is left out. */
export function labelled(
  drawing: Drawing,
  all: readonly (readonly [string, number, Printed])[],
): readonly Particular[] {
  return all.flatMap(([name, likelihood, printed]) =>
    drawing.chance.happens(likelihood) && printed.lines.length > 0
      ? [{ name, label: wordOf(drawing, `label.${name}`), printed }]
      : [],
  )
}

const line = (text: string, truth: Printed['truth']): Printed =>
  text === '' ? nothing : { lines: [text], truth }

export function parties(drawing: Drawing): readonly Particular[] {
  const { paper, habits, chance } = drawing
  const shown = { taxId: chance.happens(0.6), phone: chance.happens(0.3), contact: chance.happens(0.15) }
  return labelled(drawing, [
    ['sender', 1, printedParty('sender', paper.sender, habits, { ...shown, email: chance.happens(0.2) })],
    ['receiver', 1, printedParty('receiver', paper.receiver, habits, shown)],
    ['carrier', 0.9, printedParty('carrier', paper.carrier, habits, { taxId: chance.happens(0.6) })],
  ])
}

/** Where and when the goods are fetched and brought. */
export function journey(drawing: Drawing): readonly Particular[] {
  const { paper, habits, chance } = drawing
  const on = (date: string): string => typedDate(habits, date)
  const [from, to] = paper.deliveryTimes
  const times = chance.oneOf([`${from} - ${to}`, `${from} h - ${to} h`, `${from}-${to}`])
  return labelled(drawing, [
    ['pickup', paper.pickedUpAt ? 1 : 0, stop('pickup', paper.pickedUpAt, habits)],
    ['delivery', paper.deliveredTo ? 1 : 0, stop('delivery', paper.deliveredTo, habits)],
    ['pickupDate', 1, line(on(paper.pickupDate), { pickup_date: paper.pickupDate })],
    ['deliveryDate', 0.6, line(on(paper.deliveryDate), { delivery_date: paper.deliveryDate })],
    ['deliveryTimes', 0.25, line(times, { delivery_time_from: from, delivery_time_to: to })],
  ])
}

/** A place that is not where a party lives. */
export function stop(which: 'pickup' | 'delivery', at: Party | undefined, habits: Habits): Printed {
  if (at === undefined) return nothing
  const place = printedPlace(at, habits, habits.namesCountries)
  return {
    lines: place.lines,
    truth: {
      [`${which}_address`]: place.street,
      [`${which}_city`]: place.city,
      [`${which}_postal_code`]: at.postalCode,
      ...(place.showsCountry ? { [`${which}_country`]: at.country } : {}),
    },
  }
}

/** One line of goods, printed piece by piece. */
export function goodsParticulars(drawing: Drawing): readonly Particular[] {
  const { paper, habits, chance } = drawing
  const [load] = paper.loads
  if (load === undefined) return []
  const shown = { marks: true, hsCode: true, volume: true, units: true }
  const { lines, truth } = printedGoods([load], habits, shown, chance)
  const [goods] = lines
  if (goods === undefined) return []
  const un = load.danger ? `UN ${load.danger.un}` : ''
  const { adrClass, packingGroup } = load.danger ?? { adrClass: '', packingGroup: '' }
  const degrees = load.temperature ? `${load.temperature} °C` : ''
  return labelled(drawing, [
    ['goods', 1, line(goods.description, { goods_description: truth.goods_description ?? '' })],
    ['packages', 1, line(goods.packages, { goods_packages: load.packages })],
    ['packing', 0.8, line(goods.packing, { goods_packaging: goods.packing })],
    ['marks', 0.4, line(goods.marks, { goods_marks: goods.marks })],
    ['weight', 1, line(goods.weight, { goods_weight_kg: load.weightKg })],
    ['volume', 0.4, line(goods.volume, { goods_volume_m3: load.volumeM3 })],
    ['hsCode', 0.4, line(goods.hsCode, { goods_hs_code: goods.hsCode })],
    ['unNumber', 1, line(un, { goods_dangerous: true, goods_un_number: un })],
    ['adrClass', 1, line(adrClass, { goods_adr_class: adrClass })],
    ['packingGroup', 0.8, line(packingGroup, { goods_packing_group: packingGroup })],
    ['temperature', 0.9, line(degrees, { goods_temperature: degrees })],
  ])
}

/** Who drives what. */
export function vehicle(drawing: Drawing): readonly Particular[] {
  const { paper, habits } = drawing
  const driver = typed(habits, paper.driver)
  return labelled(drawing, [
    ['vehicle', 0.95, line(paper.vehiclePlate, { vehicle_plate: paper.vehiclePlate })],
    ['trailer', 0.75, line(paper.trailerPlate, { trailer_plate: paper.trailerPlate })],
    ['driver', 0.5, line(driver, { driver_name: driver })],
    ['driverPhone', 0.25, line(paper.driverPhone, { driver_phone: paper.driverPhone })],
    ['licence', 0.15, line(paper.licence, { carrier_license_number: paper.licence })],
    ['seals', 0.35, line(paper.seals.join(', '), { seal_numbers: paper.seals })],
  ])
}

/** What else is agreed and handed over. */
export function clauses(drawing: Drawing): readonly Particular[] {
  return labelled(drawing, [
    ['documents', 0.4, attached(drawing, false)],
    ['cashOnDelivery', 0.12, cashOnDelivery(drawing)],
    ['declaredValue', 0.08, declaredValue(drawing)],
    ['instructions', 0.5, printedInstructions(drawing)],
    ['agreements', 0.25, printedAgreement(drawing)],
  ])
}

export function identification(drawing: Drawing): readonly Particular[] {
  const { paper, habits } = drawing
  const date = typedDate(habits, paper.issueDate)
  return labelled(drawing, [
    ['reference', 0.8, line(paper.reference, { reference: paper.reference })],
    ['issueDate', 0.8, line(date, { issue_date: paper.issueDate })],
  ])
}
