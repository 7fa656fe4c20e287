import {
  bodyValidators,
  checkBody,
  createEcmrBody,
  type EntryData,
  type GivenParts,
  type Register,
  type RegisterIdName,
  type RegisterIds,
  registerMembers,
  withContradictions,
} from '@ecmr/contract'
import { type CompanyId, type EcmrFields, ecmrFields, type Fault, type JsonObject } from '@ecmr/domain'
import type { Pool } from 'pg'
import { type Entry, templateFields, textIn } from './entry.js'
import { findEntries } from './read-entries.js'

/** The fields of a note to be, or what is wrong with what it is to be made of. */
export type Composed =
  | { readonly ok: true; readonly fields: EcmrFields }
  | {
      readonly ok: false
      readonly reason: 'entry_not_found' | 'faulty'
      /** with pointers into the request */
      readonly faults: readonly Fault[]
    }

/** Whose place on a note a party takes. */
export type PartyRole = 'sender' | 'receiver' | 'carrier' | 'contractual_shipper'

const registerOf: Readonly<Record<RegisterIdName, Register>> = {
  template_id: 'templates',
  sender_party_id: 'parties',
  receiver_party_id: 'parties',
  carrier_party_id: 'parties',
  driver_id: 'drivers',
  vehicle_id: 'vehicles',
  trailer_id: 'vehicles',
}

/** The entries that several requests name, in one query. */
export function entriesNamed(
  pool: Pool,
  company: CompanyId,
  requests: readonly Pick<GivenParts, 'from'>[],
): Promise<ReadonlyMap<string, Entry>> {
  const ids = requests.flatMap(({ from }) => Object.values(from))
  return findEntries(pool, company, [...new Set(ids)])
}

/**
 * The fields of a new note: those of the template, in the place of which stand the parties, the driver and the vehicles, in
 * the place of which stands what the request says.
 */
export function composeNote(
  { fields: given, from }: GivenParts,
  entries: ReadonlyMap<string, Entry>,
): Composed {
  const named = namedEntries(from, entries)
  const unknown = named.flatMap(({ name, entry }) => (entry === undefined ? [unknownEntry(name)] : []))
  if (unknown.length > 0) return { ok: false, reason: 'entry_not_found', faults: unknown }
  const faults = named.flatMap(({ name, entry }) => (entry === undefined ? [] : kindFault(name, entry)))
  const fields = named.reduce<JsonObject>(
    (before, { name, entry }) => (entry === undefined ? before : withEntry(before, name, entry.data)),
    {},
  )
  return judged({ ...fields, ...given }, faults)
}

function judged(fields: JsonObject, before: readonly Fault[]): Composed {
  const faults = [...before, ...withContradictions(checkBody(createEcmrBody, fields), fields, 'create')]
  if (faults.length > 0 || !isNote(fields)) return { ok: false, reason: 'faulty', faults }
  return { ok: true, fields }
}

const isNote = (fields: unknown): fields is EcmrFields =>
  bodyValidators.compile<EcmrFields>(createEcmrBody)(fields)

interface NamedEntry {
  readonly name: RegisterIdName
  readonly entry: Entry | undefined
}

/** In the order in which they count; one of another register is none. */
function namedEntries(from: RegisterIds, entries: ReadonlyMap<string, Entry>): readonly NamedEntry[] {
  return idNames.flatMap((name) => {
    const id = from[name]
    if (id === undefined) return []
    const entry = entries.get(id)
    return { name, entry: entry?.register === registerOf[name] ? entry : undefined }
  })
}

const idNames = [
  'template_id',
  'sender_party_id',
  'receiver_party_id',
  'carrier_party_id',
  'driver_id',
  'vehicle_id',
  'trailer_id',
] as const satisfies readonly RegisterIdName[]

function unknownEntry(name: RegisterIdName): Fault {
  const message = `Your company has no entry with this id among its ${registerOf[name]}.`
  return { pointer: `/${name}`, code: 'entry_not_found', message }
}

function kindFault(name: RegisterIdName, { data }: Entry): readonly Fault[] {
  const isTrailer = textIn(data, 'kind') === 'trailer'
  if (name === 'vehicle_id' && isTrailer)
    return [
      { pointer: '/vehicle_id', code: 'not_allowed', message: 'This is a trailer; send it as trailer_id.' },
    ]
  if (name === 'trailer_id' && !isTrailer)
    return [
      { pointer: '/trailer_id', code: 'not_allowed', message: 'This is no trailer; send it as vehicle_id.' },
    ]
  return []
}

function withEntry(before: JsonObject, name: RegisterIdName, data: EntryData): JsonObject {
  if (name === 'template_id') return templateFields(data)
  const fields = fieldsOf(name, data)
  // What a template says of another party, or another driver, is not mixed with what this one says.
  const others = Object.entries(before).filter(([field]) => !fields.names.includes(field))
  return { ...Object.fromEntries(others), ...fields.values }
}

function fieldsOf(name: Exclude<RegisterIdName, 'template_id'>, data: EntryData) {
  switch (name) {
    case 'sender_party_id':
      return partyFields('sender', data)
    case 'receiver_party_id':
      return partyFields('receiver', data)
    case 'carrier_party_id':
      return partyFields('carrier', data)
    case 'driver_id':
      return driverFields(data)
    case 'vehicle_id':
      return vehicleFields(data)
    case 'trailer_id':
      return trailerFields(data)
  }
}

/** What an entry says on a note: the fields that it may fill, and those that it does. */
export interface FilledFields {
  readonly names: readonly string[]
  readonly values: JsonObject
}

/** A party in its place on a note; not every place has room for all that is known of it. */
export function partyFields(role: PartyRole, data: EntryData): FilledFields {
  const members = Object.keys(registerMembers.parties)
  return filled(
    members.map((member) => [`${role}_${member}`, member]),
    data,
  )
}

export function driverFields(data: EntryData): FilledFields {
  return filled(
    [
      ['driver_name', 'name'],
      ['driver_phone', 'phone'],
    ],
    data,
  )
}

export function vehicleFields(data: EntryData): FilledFields {
  return filled(
    [
      ['vehicle_plate', 'plate'],
      ['vehicle_country', 'country'],
    ],
    data,
  )
}

export function trailerFields(data: EntryData): FilledFields {
  return filled([['trailer_plate', 'plate']], data)
}

function filled(pairs: readonly (readonly [field: string, member: string])[], data: EntryData): FilledFields {
  const known = pairs.filter(([field]) => Object.hasOwn(ecmrFields, field))
  const values = known.flatMap(([field, member]) => {
    const value = Object.hasOwn(data, member) ? data[member] : undefined
    return value === undefined ? [] : [[field, value] as const]
  })
  return { names: known.map(([field]) => field), values: Object.fromEntries(values) }
}
