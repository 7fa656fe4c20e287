import type { Chance } from '../../data/chance.js'
import type { Consignment } from '../../data/consignment.js'
import { printedDate } from '../printed/dates.js'
import { type Habits, typed } from '../printed/habits.js'
import { printedNumber } from '../printed/numbers.js'
import { printedParty, printedPlace } from '../printed/party.js'
import { nothing, type Printed } from '../printed/printed.js'

/** Box 3. The town alone, or with a street of its own. */
export function deliveryPlace({ deliveredTo, receiver }: Consignment, habits: Habits): Printed {
  const to = deliveredTo ?? receiver
  const place = printedPlace(to, habits, true)
  return {
    lines: deliveredTo ? place.lines : place.lines.slice(1),
    truth: {
      ...(deliveredTo ? { delivery_address: place.street } : {}),
      delivery_city: place.city,
      delivery_postal_code: to.postalCode,
      delivery_country: to.country,
    },
  }
}

/** Box 4. */
export function takingOver({ pickedUpAt, sender, pickupDate }: Consignment, habits: Habits): Printed {
  const from = pickedUpAt ?? sender
  const place = printedPlace(from, habits, true)
  const town = (pickedUpAt ? place.lines : place.lines.slice(1)).join(', ')
  return {
    lines: [town, typed(habits, printedDate(pickupDate, habits.dates, habits.language))],
    truth: {
      ...(pickedUpAt ? { pickup_address: place.street } : {}),
      pickup_city: place.city,
      pickup_postal_code: from.postalCode,
      pickup_country: from.country,
      pickup_date: pickupDate,
    },
  }
}

/** Box 5, one document below the other or side by side. */
export function attached({ documents }: Consignment, habits: Habits, chance: Chance): Printed {
  const all = documents.map((document) => typed(habits, document))
  return { lines: chance.happens(0.5) ? all : [all.join(', ')], truth: { documents: all } }
}

export function printedInstructions({ instructions }: Consignment, habits: Habits): Printed {
  const text = typed(habits, instructions.join(' '))
  return { lines: [text], truth: { instructions: text } }
}

export function printedAgreement({ agreement }: Consignment, habits: Habits): Printed {
  const text = typed(habits, agreement)
  return { lines: [text], truth: { special_agreements: text } }
}

/** Box 15. */
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

export const carrier = ({ carrier: party }: Consignment, habits: Habits, chance: Chance): Printed =>
  printedParty('carrier', party, habits, {
    taxId: chance.happens(0.7),
    phone: chance.happens(0.4),
    email: chance.happens(0.15),
  })

export const optionally = (chance: Chance, likelihood: number, printed: () => Printed): Printed =>
  chance.happens(likelihood) ? printed() : nothing
