import type { JsonObject, JsonValue } from '../json.js'
import type { EcmrEventType } from './events.js'
import type { PersonalCategory } from './personal-categories.js'

/** What stands in the place of a text that was erased. */
export const ERASED = '«erased»'

type Categories = Readonly<Record<string, PersonalCategory>>

const party = (prefix: string): Categories =>
  Object.fromEntries(
    ['company_name', 'tax_id', 'address', 'city', 'postal_code'].map((name) => [
      `${prefix}_${name}`,
      'parties',
    ]),
  )

const contact = (prefix: string): Categories =>
  Object.fromEntries(['contact_name', 'email', 'phone'].map((name) => [`${prefix}_${name}`, 'people']))

/** The fields that hold personal values. */
const personalFields: ReadonlyMap<string, PersonalCategory> = new Map(
  Object.entries({
    ...party('sender'),
    ...party('receiver'),
    ...party('contractual_shipper'),
    ...party('carrier'),
    ...party('pickup'),
    ...party('delivery'),
    carrier_license_number: 'parties',
    successive_carriers: 'parties',
    ...contact('sender'),
    ...contact('receiver'),
    ...contact('carrier'),
    driver_name: 'people',
    driver_phone: 'people',
    notes: 'people',
    instructions: 'people',
    customs_instructions: 'people',
    insurance_instructions: 'people',
    special_agreements: 'people',
    // No field, but notifications name it as one.
    metadata: 'people',
  } satisfies Categories),
)

/** The category of a field of a note; undefined when it holds nothing personal. */
export function categoryOfField(field: string): PersonalCategory | undefined {
  return personalFields.get(field)
}

/** Members of the data of events, besides fields and changes. All of them belong to `people`. */
const personalMembers = {
  // What programs keep here is unknown.
  EcmrCreated: ['metadata'],
  MetadataChanged: ['metadata', 'previous_metadata'],
  EcmrEdited: ['reason'],
  EcmrAmended: ['reason'],
  CarrierAssigned: ['reason'],
  CarrierUnassigned: ['reason'],
  EcmrSigned: ['signer_name', 'signer_tax_id', 'signature_image', 'remarks'],
  SignerInvited: ['invited_name', 'invited_email'],
  SigningDeclined: ['declared_by', 'reason'],
  VehicleChanged: ['reason'],
  ReservationRecorded: ['grounds'],
  IncidentReported: ['description'],
  IncidentResolved: ['note'],
  DeliveryConfirmed: ['unsigned_reason'],
  DeliveryReverted: ['reason'],
  EcmrCancelled: ['reason'],
  DocumentIssued: ['reason'],
  AttachmentAdded: ['name', 'title', 'description', 'location', 'source_url'],
  AttachmentWithdrawn: ['reason'],
} as const satisfies Partial<Record<EcmrEventType, readonly string[]>>

const membersOf: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(personalMembers))

/** The members of an event's data that are personal, besides fields and changes. */
export function personalMembersOf(type: EcmrEventType): readonly string[] {
  return membersOf.get(type) ?? []
}

/** A personal member of an object within the data of an event. */
export interface PersonalMember {
  readonly member: string
  readonly category: PersonalCategory
  /** the field that the value belongs to, or the member itself: salts are made for it */
  readonly name: string
}

/**
 * Rewrites those objects within the data of an event that can hold personal members.
 *
 * @param rewrite gets such an object, its place in the data (JSON pointer, RFC 6901), and which of its members are
 *   personal, filled in or not; what it returns takes the object's place
 */
export function mapPersonal(
  type: string,
  data: JsonObject,
  rewrite: (object: JsonObject, pointer: string, members: readonly PersonalMember[]) => JsonObject,
): JsonObject {
  const { fields, changes } = data
  const inside = {
    ...data,
    ...(isObject(fields) && { fields: rewrite(fields, '/fields', fieldMembers(fields)) }),
    ...(isArray(changes) && {
      changes: changes.map((change, index) =>
        isObject(change) ? rewrite(change, `/changes/${index}`, changeMembers(change)) : change,
      ),
    }),
  }
  return rewrite(inside, '', ownMembers(type))
}

function ownMembers(type: string): readonly PersonalMember[] {
  const members = membersOf.get(type) ?? []
  return members.map((member) => ({ member, category: 'people', name: member }))
}

function fieldMembers(fields: JsonObject): readonly PersonalMember[] {
  const members: PersonalMember[] = []
  for (const name of Object.keys(fields)) {
    const category = personalFields.get(name)
    if (category) members.push({ member: name, category, name })
  }
  return members
}

function changeMembers({ field }: JsonObject): readonly PersonalMember[] {
  if (typeof field !== 'string') return []
  const category = personalFields.get(field)
  return category ? ['old', 'new'].map((member) => ({ member, category, name: field })) : []
}

/** Whether a personal member holds what programs keep for themselves: no party has seen it, and no proof shows it. */
export function isMetadata(member: string): boolean {
  return member === 'metadata' || member === 'previous_metadata'
}

/** What takes the place of an erased value; undefined: the member goes. Keeps to the shape that answers promise. */
export function erasedValue(name: string): JsonValue | undefined {
  if (name === 'signature_image' || name === 'location') return undefined
  if (isMetadata(name)) return {}
  return name === 'successive_carriers' ? [{ company_name: ERASED }] : ERASED
}

/** What stands for a value where it is hashed: its salted commitment, which says nothing once the salt is gone. */
export type Commit = (category: PersonalCategory, name: string, value: JsonValue) => string

/** The fields that a party signs, with a commitment in the place of each personal value. */
export function committedFields(fields: JsonObject, commit: Commit): JsonObject {
  const committed = Object.entries(fields).map(([name, value]) => {
    const category = personalFields.get(name)
    return [name, category && value !== undefined ? { $commitment: commit(category, name, value) } : value]
  })
  return Object.fromEntries(committed)
}

/** The data of a signature, with a commitment in the place of each personal value. */
export function committedSignature(data: JsonObject, commit: Commit): JsonObject {
  const personal: readonly string[] = personalMembers.EcmrSigned
  const committed = Object.entries(data).map(([name, value]) => [
    name,
    personal.includes(name) && value !== undefined ? { $commitment: commit('people', name, value) } : value,
  ])
  return Object.fromEntries(committed)
}

function isArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
