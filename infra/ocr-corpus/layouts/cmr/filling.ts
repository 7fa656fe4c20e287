import type { Chance } from '../../data/chance.js'
import type { Consignment } from '../../data/consignment.js'
import { printedDate } from '../printed/dates.js'
import { type Habits, typed } from '../printed/habits.js'
import { labels } from '../printed/labels.js'
import { printedParty, printedPlace } from '../printed/party.js'
import { nothing, type Printed, together } from '../printed/printed.js'

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

/** Box 16, now and then with who drives. */
export function carrier(paper: Consignment, habits: Habits, chance: Chance): Printed {
  const told = { taxId: chance.happens(0.7), phone: chance.happens(0.4), email: chance.happens(0.15) }
  const party = printedParty('carrier', paper.carrier, habits, told)
  if (told.phone || !chance.happens(0.2)) return party
  const driver = typed(habits, paper.driver)
  const line = `${chance.oneOf<string>(labels.driver[habits.language])}: ${driver}`
  return together(party, { lines: [line], truth: { driver_name: driver } })
}

/** Box 17. A list of parties is no field that is one value. */
export function successive({ receiver }: Consignment, habits: Habits): Printed {
  const { lines } = printedParty('carrier', receiver, { ...habits, runsOn: true }, {})
  return { lines, truth: {} }
}

/** Box 18. Reservations are no field of a note: they are made when the goods are taken over. */
export const reserved = ({ reservation }: Consignment, habits: Habits): Printed => ({
  lines: [typed(habits, reservation)],
  truth: {},
})

export const optionally = (chance: Chance, likelihood: number, printed: () => Printed): Printed =>
  chance.happens(likelihood) ? printed() : nothing
