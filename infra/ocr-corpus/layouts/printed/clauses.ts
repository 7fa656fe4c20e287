import type { Chance } from '../../data/chance.js'
import type { Consignment } from '../../data/consignment.js'
import { type Habits, typed } from './habits.js'
import { printedNumber } from './numbers.js'
import type { Printed } from './printed.js'

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

export function cashOnDelivery(
  { cashOnDelivery: amount, currency }: Consignment,
  habits: Habits,
  chance: Chance,
): Printed {
  const number = printedNumber(amount, { ...habits.numbers, always: 2 })
  const sign = currency === 'EUR' ? '€' : '£'
  return {
    lines: [chance.oneOf([`${number} ${currency}`, `${number} ${sign}`, `${currency} ${number}`])],
    truth: { cod_amount: amount.toFixed(2), cod_currency: currency },
  }
}
