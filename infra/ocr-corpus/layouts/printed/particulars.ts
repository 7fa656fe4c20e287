import type { Chance } from '../../data/chance.js'
import type { Consignment } from '../../data/consignment.js'
import type { Load } from '../../data/load.js'
import { wordsFor } from '../../data/tables.js'
import { printedGoods } from './goods.js'
import { type Habits, nothing, type Printed, printedDate, printedNumber, typed } from './habits.js'
import { printedParty, printedPlace } from './party.js'

/** Documents below each other or side by side. */
export function attached({ documents }: Consignment, habits: Habits, belowEachOther: boolean): Printed {
  const all = documents.map((document) => typed(habits, document))
  return { lines: belowEachOther ? all : [all.join(', ')], truth: { documents: all } }
}

export function printedInstructions({ instructions }: Consignment, habits: Habits): Printed {
  const text = typed(habits, instructions.join(' '))
  return { lines: [text], truth: { instructions: text } }
}

export function printedAgreement({ agreement }: Consignment, habits: Habits): Printed {
  const text = typed(habits, agreement)
  return { lines: [text], truth: { special_agreements: text } }
}

export function cashOnDelivery(paper: Consignment, habits: Habits, chance: Chance): Printed {
  const { cashOnDelivery: amount, currency } = paper
  return {
    lines: [sumOfMoney(amount, currency, habits, chance)],
    truth: { cod_amount: amount.toFixed(2), cod_currency: currency },
  }
}

function declaredValue(paper: Consignment, habits: Habits, chance: Chance): Printed {
  const { declaredValue: amount, currency } = paper
  return {
    lines: [sumOfMoney(amount, currency, habits, chance)],
    truth: { declared_value: amount.toFixed(2), declared_value_currency: currency },
  }
}

function sumOfMoney(amount: number, currency: string, habits: Habits, chance: Chance): string {
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
  habits: Habits,
  chance: Chance,
  all: readonly (readonly [string, number, Printed])[],
): readonly Particular[] {
  return all.flatMap(([name, likelihood, printed]) =>
    chance.happens(likelihood) && printed.lines.length > 0
      ? [{ name, label: chance.oneOf<string>(wordsFor(`label.${name}`)[habits.language]), printed }]
      : [],
  )
}

const line = (text: string, truth: Printed['truth']): Printed => ({ lines: [text], truth })

export function parties(paper: Consignment, habits: Habits, chance: Chance): readonly Particular[] {
  const told = { taxId: chance.happens(0.6), phone: chance.happens(0.3), contact: chance.happens(0.15) }
  return labelled(habits, chance, [
    ['sender', 1, printedParty('sender', paper.sender, habits, { ...told, email: chance.happens(0.2) })],
    ['receiver', 1, printedParty('receiver', paper.receiver, habits, told)],
    ['carrier', 0.9, printedParty('carrier', paper.carrier, habits, { taxId: chance.happens(0.6) })],
  ])
}

/** Where and when the goods are fetched and brought. */
export function journey(paper: Consignment, habits: Habits, chance: Chance): readonly Particular[] {
  const on = (date: string): string => typed(habits, printedDate(date, habits.dates, habits.language))
  const [from, to] = paper.deliveryTimes
  return labelled(habits, chance, [
    ['pickup', paper.pickedUpAt ? 1 : 0, stop('pickup', paper.pickedUpAt, habits)],
    ['delivery', paper.deliveredTo ? 1 : 0, stop('delivery', paper.deliveredTo, habits)],
    ['pickupDate', 1, line(on(paper.pickupDate), { pickup_date: paper.pickupDate })],
    ['deliveryDate', 0.6, line(on(paper.deliveryDate), { delivery_date: paper.deliveryDate })],
    [
      'deliveryTimes',
      0.25,
      line(chance.oneOf([`${from} - ${to}`, `${from} h - ${to} h`, `${from}-${to}`]), {
        delivery_time_from: from,
        delivery_time_to: to,
      }),
    ],
  ])
}

/** A place that is not where a party lives. */
export function stop(which: 'pickup' | 'delivery', at: Consignment['pickedUpAt'], habits: Habits): Printed {
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
export function goodsParticulars(load: Load, habits: Habits, chance: Chance): readonly Particular[] {
  const { lines, truth } = printedGoods(
    [load],
    habits,
    { marks: true, hsCode: true, volume: true, units: true },
    chance,
  )
  const [goods] = lines
  if (goods === undefined) return []
  const { danger, temperature } = load
  return labelled(habits, chance, [
    ['goods', 1, line(goods.description, { goods_description: truth.goods_description ?? '' })],
    ['packages', 1, line(goods.packages, { goods_packages: load.packages })],
    ['packing', 0.8, line(goods.packing, { goods_packaging: goods.packing })],
    ['marks', 0.4, line(goods.marks, { goods_marks: goods.marks })],
    ['weight', 1, line(goods.weight, { goods_weight_kg: load.weightKg })],
    ['volume', 0.4, line(goods.volume, { goods_volume_m3: load.volumeM3 })],
    ['hsCode', 0.4, line(goods.hsCode, { goods_hs_code: goods.hsCode })],
    [
      'unNumber',
      1,
      danger
        ? line(`UN ${danger.un}`, { goods_dangerous: true, goods_un_number: `UN ${danger.un}` })
        : nothing,
    ],
    ['adrClass', 1, danger ? line(danger.adrClass, { goods_adr_class: danger.adrClass }) : nothing],
    [
      'packingGroup',
      0.8,
      danger ? line(danger.packingGroup, { goods_packing_group: danger.packingGroup }) : nothing,
    ],
    [
      'temperature',
      0.9,
      temperature ? line(`${temperature} °C`, { goods_temperature: `${temperature} °C` }) : nothing,
    ],
  ])
}

/** Who drives what. */
export function vehicle(paper: Consignment, habits: Habits, chance: Chance): readonly Particular[] {
  const driver = typed(habits, paper.driver)
  return labelled(habits, chance, [
    ['vehicle', 0.95, line(paper.vehiclePlate, { vehicle_plate: paper.vehiclePlate })],
    ['trailer', 0.75, line(paper.trailerPlate, { trailer_plate: paper.trailerPlate })],
    ['driver', 0.5, line(driver, { driver_name: driver })],
    ['driverPhone', 0.25, line(paper.driverPhone, { driver_phone: paper.driverPhone })],
    ['licence', 0.15, line(paper.licence, { carrier_license_number: paper.licence })],
    ['seals', 0.35, line(paper.seals.join(', '), { seal_numbers: paper.seals })],
  ])
}

/** What else is agreed and handed over. */
export function clauses(paper: Consignment, habits: Habits, chance: Chance): readonly Particular[] {
  return labelled(habits, chance, [
    ['documents', 0.4, attached(paper, habits, false)],
    ['cashOnDelivery', 0.12, cashOnDelivery(paper, habits, chance)],
    ['declaredValue', 0.08, declaredValue(paper, habits, chance)],
    ['instructions', 0.5, printedInstructions(paper, habits)],
    ['agreements', 0.25, printedAgreement(paper, habits)],
  ])
}

export function identification(paper: Consignment, habits: Habits, chance: Chance): readonly Particular[] {
  const date = typed(habits, printedDate(paper.issueDate, habits.dates, habits.language))
  return labelled(habits, chance, [
    ['reference', 0.8, line(paper.reference, { reference: paper.reference })],
    ['issueDate', 0.8, line(date, { issue_date: paper.issueDate })],
  ])
}
