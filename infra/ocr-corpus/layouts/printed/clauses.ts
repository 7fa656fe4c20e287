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

export function cashOnDelivery(paper: Consignment, habits: Habits, chance: Chance): Printed {
  const { cashOnDelivery: amount, currency } = paper
  return {
    lines: [sumOfMoney(amount, currency, habits, chance)],
    truth: { cod_amount: amount.toFixed(2), cod_currency: currency },
  }
}

export function declaredValue(paper: Consignment, habits: Habits, chance: Chance): Printed {
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
