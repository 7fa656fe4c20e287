import type { Chance } from './chance.js'
import { company, type Trade } from './companies.js'
import type { Country } from './country.js'
import { person, phone } from './people.js'
import { street } from './streets.js'
import { taxId } from './tax-id.js'
import { towns } from './towns.js'

export interface Party {
  readonly name: string
  readonly street: string
  readonly postalCode: string
  readonly city: string
  /** province; empty where nobody writes it */
  readonly region: string
  readonly country: Country
  /** without separators */
  readonly taxId: string
  readonly contact: string
  readonly phone: string
  readonly email: string
}

const mailboxes = ['info', 'logistics', 'transport', 'export', 'office', 'sales'] as const

export function party(chance: Chance, country: Country, trade: Trade): Party {
  const { name, domain } = company(chance, country, trade)
  const town = chance.oneOf(towns[country])
  return {
    name,
    street: street(chance, country),
    postalCode: town.postalCode,
    city: town.city,
    region: chance.happens(0.5) ? town.region : '',
    country,
    taxId: taxId(chance, country, name),
    contact: person(chance, country),
    phone: phone(chance, country, town.dialling),
    email: `${chance.oneOf(mailboxes)}@${domain}`,
  }
}
