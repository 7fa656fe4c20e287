import { ecmrFields, type JsonObject, type JsonValue } from '@ecmr/domain'
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { fieldsToShow } from './fields.js'
import { closed, list, nullable, oneOf, plain, textOrNull } from './json-schema.js'
import { text } from './text.js'

/** What a company keeps to write notes with. */
export const registers = ['parties', 'drivers', 'vehicles', 'templates'] as const
export type Register = (typeof registers)[number]

/** The kinds of vehicles. Only trailers stand on a note as its trailer. */
export const vehicleKinds = ['tractor', 'trailer', 'rigid'] as const
export type VehicleKind = (typeof vehicleKinds)[number]

const KIB = 1_024

/** The most entries that a company has in each register, and the most bytes of one as JSON. */
export const registerLimits = {
  parties: { entries: 5_000, bytes: 16 * KIB },
  drivers: { entries: 2_000, bytes: 4 * KIB },
  vehicles: { entries: 2_000, bytes: 4 * KIB },
  templates: { entries: 200, bytes: 64 * KIB },
} as const satisfies Record<Register, { readonly entries: number; readonly bytes: number }>

/** The most that one import takes. */
export const importLimits = { rows: 5_000, bytes: 1_024 * KIB, faults: 100 } as const

// What stands on a note is as long and as wide as the field of the note that it goes to.
const as = (field: keyof typeof ecmrFields, description: string): TSchema => ({
  ...plain(ecmrFields[field]),
  description,
})
/** What the fields of a note mean is said where notes are described. */
const fieldsOfTemplates = Object.fromEntries(
  Object.entries(fieldsToShow).map(([name, { description: _, ...schema }]) => [
    name,
    Type.Optional(Type.Unsafe(schema)),
  ]),
)
const day = (description: string): TSchema => as('pickup_date', `${description}, YYYY-MM-DD`)

/** The members of each register, the one that entries are called by first; it is the only one that they need, besides the kind of a vehicle. */
export const registerMembers = {
  parties: {
    company_name: as('sender_company_name', 'Name of the company or person'),
    tax_id: as('sender_tax_id', 'Tax identification'),
    address: as('sender_address', 'Address'),
    postal_code: as('sender_postal_code', 'Postal code'),
    city: as('sender_city', 'City'),
    country: as('sender_country', 'Country (ISO 3166-1 alpha-2)'),
    contact_name: as('sender_contact_name', 'Contact person'),
    email: as('sender_email', 'Electronic mail'),
    phone: as('sender_phone', 'Telephone'),
    license_number: as('carrier_license_number', 'Transport licence number, of a carrier'),
  },
  drivers: {
    name: as('driver_name', 'Name of the driver'),
    phone: as('driver_phone', 'Telephone'),
    license_number: text('Number of the driving licence', 50),
    license_expires: day('Last day of the driving licence'),
    card_expires: day('Last day of the driver card'),
  },
  vehicles: {
    plate: as('vehicle_plate', 'Plate'),
    kind: oneOf(vehicleKinds, 'Kind of vehicle'),
    country: as('vehicle_country', 'Country of registration (ISO 3166-1 alpha-2)'),
    payload_kg: as('goods_weight_kg', 'Payload in kilograms'),
    inspection_expires: day('Last day of the technical inspection'),
    insurance_expires: day('Last day of the insurance'),
  },
  templates: {
    name: text('Name of the template', 100),
    fields: Type.Unsafe<JsonObject>(
      closed(fieldsOfTemplates, {
        title: 'TemplateFields',
        description: 'Fields of a note, none of them required',
      }),
    ),
  },
} as const satisfies Record<Register, Readonly<Record<string, TSchema>>>

/** What an entry must have. */
export const requiredMembers = {
  parties: ['company_name'],
  drivers: ['name'],
  vehicles: ['plate', 'kind'],
  templates: ['name', 'fields'],
} as const satisfies { readonly [R in Register]: readonly (keyof (typeof registerMembers)[R])[] }

/** The members that say until when something holds. */
export const expiryMembers = {
  parties: [],
  drivers: ['license_expires', 'card_expires'],
  vehicles: ['inspection_expires', 'insurance_expires'],
  templates: [],
} as const satisfies { readonly [R in Register]: readonly (keyof (typeof registerMembers)[R])[] }

/** What an entry is called by. */
export function titleMember(register: Register): string {
  return requiredMembers[register][0]
}

/** The members of a register, with the company's own reference. */
export function membersOf(register: Register): Readonly<Record<string, TSchema>> {
  return { ...registerMembers[register], reference: text('Your own reference, unique in this register', 200) }
}

/** What an entry says, by its members. */
export type EntryData = Readonly<Record<string, JsonValue>>

/** An entry as answers show it. */
export interface EntryView {
  readonly id: string
  readonly version: number
  readonly created_at: string
  readonly updated_at: string
  readonly [member: string]: JsonValue
}

const words = {
  parties: { one: 'Party', many: 'Parties', says: 'A company or person that stands on notes' },
  drivers: { one: 'Driver', many: 'Drivers', says: 'A driver' },
  vehicles: { one: 'Vehicle', many: 'Vehicles', says: 'A vehicle or trailer' },
  templates: { one: 'Template', many: 'Templates', says: 'A named part of a note' },
} as const satisfies Record<Register, object>

/** A register in the names of operations and schemas. */
export function registerWords(register: Register): (typeof words)[Register] {
  return words[register]
}

const membersAs = (register: Register, change: (schema: TSchema, isRequired: boolean) => TSchema) => {
  const required: readonly string[] = requiredMembers[register]
  return Object.fromEntries(
    Object.entries(membersOf(register)).map(([name, schema]) => [
      name,
      change(schema, required.includes(name)),
    ]),
  )
}

/** Body of the creation of an entry. Null says as much as leaving a member out. */
function newEntryBody(register: Register) {
  const { one, says } = words[register]
  const members = membersAs(register, (schema, isRequired) =>
    isRequired ? schema : Type.Optional(nullable(schema)),
  )
  return Type.Unsafe<EntryData>(closed(members, { title: `New${one}`, description: says }))
}

/** Body of the change of an entry: what is given is changed, null clears what is not required. */
function changeEntryBody(register: Register) {
  const { one } = words[register]
  const members = membersAs(register, (schema, isRequired) =>
    Type.Optional(isRequired ? schema : nullable(schema)),
  )
  const shape = closed(members, {
    title: `${one}Update`,
    description: 'What you send is changed, the rest stays',
  })
  return Type.Unsafe<EntryData>({ ...shape, minProperties: 1 })
}

/** The same schema under another title: answers are open to more members, and requests are not. */
const shown = (schema: TSchema): TSchema =>
  schema.title === undefined ? schema : { ...schema, title: `Shown${schema.title}` }

/** An entry as answers show it. */
function entryView(register: Register) {
  const { one, says } = words[register]
  const members = membersAs(register, (schema, isRequired) =>
    isRequired ? shown(schema) : Type.Optional(schema),
  )
  return Type.Unsafe<EntryView>(
    closed(
      {
        id: Type.String({ format: 'uuid' }),
        ...members,
        version: Type.Integer({ description: 'Begins with 1, and is one more after each change' }),
        created_at: Type.String(),
        updated_at: Type.String(),
      },
      { title: one, description: says },
    ),
  )
}

/** A page of entries. */
function entryList(register: Register, entry: ReturnType<typeof entryView>) {
  return closed(
    {
      data: list(entry),
      pagination: closed({
        limit: Type.Integer({ description: 'As applied' }),
        total: Type.Integer({ description: 'How many there are' }),
        has_more: Type.Boolean(),
        next_cursor: textOrNull('Send it as `cursor` to read on'),
      }),
    },
    { title: `${words[register].one}List`, description: 'A page of a register' },
  )
}

function schemasOf(register: Register) {
  const entry = entryView(register)
  return {
    create: newEntryBody(register),
    change: changeEntryBody(register),
    entry,
    list: entryList(register, entry),
  }
}

/** The schemas of each register: of the bodies that create and change an entry, of the entry, and of a page of them. */
export const registerSchemas: Readonly<Record<Register, ReturnType<typeof schemasOf>>> = {
  parties: schemasOf('parties'),
  drivers: schemasOf('drivers'),
  vehicles: schemasOf('vehicles'),
  templates: schemasOf('templates'),
}

/** What is searched for in a register. */
const q = Type.Optional(
  Type.String({
    description:
      'Parts of words that all occur, whatever their accents and case; entries whose name begins with it come first',
    maxLength: 200,
    pattern: '^[^\\u0000-\\u001F\\u007F]*$',
  }),
)

/** Query parameters of the list of a register. */
export const entryListQuery = closed({
  q,
  reference: Type.Optional(
    Type.String({ description: 'Exactly this reference', minLength: 1, maxLength: 200 }),
  ),
  limit: Type.Integer({
    description: 'Results per page; above 100 it is 100',
    minimum: 1,
    maximum: 1_000_000,
    default: 20,
  }),
  cursor: Type.Optional(
    Type.String({
      description: 'pagination.next_cursor of the page before, with the same q',
      maxLength: 1000,
    }),
  ),
})

/** Query parameters of an import. */
export const importQuery = closed({
  dry_run: Type.Boolean({
    description: 'true: say what would become of the rows, and change nothing',
    default: false,
  }),
})

/** Answer to an import. */
export const importAnswer = closed(
  {
    rows: Type.Integer({ description: 'Rows of the file, without its header' }),
    created: Type.Integer(),
    changed: Type.Integer({ description: 'Entries of the same id or reference' }),
    unchanged: Type.Integer({ description: 'Entries that say so already' }),
    dry_run: Type.Boolean(),
  },
  { title: 'ImportAnswer', description: 'What became of the rows of a table' },
)
export type ImportAnswer = Static<typeof importAnswer>
