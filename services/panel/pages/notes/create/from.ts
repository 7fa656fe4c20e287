import type { Company } from '@ecmr/accounts'
import type { EcmrFields, FieldChanges, Note } from '@ecmr/domain'

/** As what a company may stand on a note that it writes: its words in addresses. The first one is taken for granted. */
export const places = ['remitente', 'transportista', 'destinatario', 'ninguno'] as const
export type Place = (typeof places)[number]

const prefixes: Readonly<Record<Place, 'sender' | 'carrier' | 'receiver' | undefined>> = {
  remitente: 'sender',
  transportista: 'carrier',
  destinatario: 'receiver',
  ninguno: undefined,
}

/** The place that an address asks for. */
export function placeIn(asked: unknown): Place {
  return places.find((place) => place === asked) ?? places[0]
}

/** What a new note begins with: the company at one of its places, as far as it has said who it is. */
export function startingFields(company: Company, place: Place): FieldChanges {
  const prefix = prefixes[place]
  if (prefix === undefined) return {}
  const { name, tax_id, address, city, postal_code, country, phone } = company
  const said = { company_name: name, tax_id, address, city, postal_code, country, phone }
  return Object.fromEntries(
    Object.entries(said).flatMap(([member, value]) =>
      value === null ? [] : [[`${prefix}_${member}`, value]],
    ),
  )
}

// What belongs to one carriage alone.
const ONLY_ONCE = ['pickup_date', 'delivery_date', 'issue_date', 'seal_numbers', 'efti_uil'] as const

/** The fields of an earlier note that another one may begin with. */
export function worthCopying(fields: EcmrFields): FieldChanges {
  const others = Object.entries(fields).filter(([name]) => !ONLY_ONCE.some((once) => once === name))
  return Object.fromEntries(others)
}

/** What a form for a new note may leave unshown: only a copied note has lines already. */
export function linesBefore(copied: Note | undefined): FieldChanges {
  return copied ? worthCopying(copied.fields) : {}
}
