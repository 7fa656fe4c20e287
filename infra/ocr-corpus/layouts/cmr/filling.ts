import type { Chance } from '../../data/chance.js'
import type { Consignment } from '../../data/consignment.js'
import type { Party } from '../../data/party.js'
import { wordFor, wordsFor } from '../../data/tables.js'
import { type Habits, nothing, type Printed, printedDate, together, typed } from '../printed/habits.js'
import { stop } from '../printed/particulars.js'
import { printedParty } from '../printed/party.js'

/** Box 3, now and then with the day. */
export function deliveryPlace(paper: Consignment, habits: Habits, chance: Chance): Printed {
  const { deliveredTo, receiver, deliveryDate } = paper
  const place = deliveredTo
    ? stop('delivery', deliveredTo, habits)
    : town('delivery', receiver, habits, chance.happens(0.35))
  if (!chance.happens(0.12)) return place
  const label = chance.oneOf<string>(wordsFor('label.deliveryDate')[habits.language])
  return together(place, {
    lines: [`${label}: ${typed(habits, printedDate(deliveryDate, habits.dates, habits.language))}`],
    truth: { delivery_date: deliveryDate },
  })
}

/** Box 4, the day behind the place or below it. */
export function takingOver(paper: Consignment, habits: Habits, chance: Chance): Printed {
  const { pickedUpAt, sender, pickupDate } = paper
  const place = pickedUpAt
    ? stop('pickup', pickedUpAt, habits)
    : town('pickup', sender, habits, chance.happens(0.35))
  const where = place.lines.join(', ')
  const day = typed(habits, printedDate(pickupDate, habits.dates, habits.language))
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
export function carrier(paper: Consignment, habits: Habits, chance: Chance): Printed {
  const told = { taxId: chance.happens(0.7), phone: chance.happens(0.4), email: chance.happens(0.15) }
  const party = printedParty('carrier', paper.carrier, habits, told)
  if (told.phone || !chance.happens(0.2)) return party
  const driver = typed(habits, paper.driver)
  const line = `${chance.oneOf<string>(wordsFor('label.driver')[habits.language])}: ${driver}`
  return together(party, { lines: [line], truth: { driver_name: driver } })
}

/** Box 17. A list of parties is no field that is one value. */
export function successive({ successor }: Consignment, habits: Habits): Printed {
  const { lines } = printedParty('carrier', successor, { ...habits, runsOn: true }, {})
  return { lines, truth: {} }
}

/** Box 18. Reservations are no field of a note: they are made when the goods are taken over. */
export const reserved = ({ reservation }: Consignment, habits: Habits): Printed => ({
  lines: [typed(habits, reservation)],
  truth: {},
})

export const optionally = (chance: Chance, likelihood: number, printed: () => Printed): Printed =>
  chance.happens(likelihood) ? printed() : nothing
