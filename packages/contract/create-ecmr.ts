import { type EcmrFields, metadataToCreate } from '@ecmr/domain'
import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox'
import { complianceView } from './compliance.js'
import { createExample } from './examples.js'
import { fieldsToCreate, fieldsToRequest, nothingRequired } from './fields.js'
import { closed, list, textOrNull } from './json-schema.js'
import { faultView } from './problem.js'

const creation = <Fields extends TProperties>(fields: Fields, description: string) =>
  Type.Object(fields, {
    additionalProperties: false,
    title: 'NewConsignmentNote',
    description,
    examples: [createExample],
  })

/** The content of a new note. */
export const createEcmrBody = creation(
  fieldsToCreate,
  'A new consignment note; the first eight fields are required',
)

/** Body of `POST /api/ecmrs`. Null is what the reading of a document holds for what was not read. */
export const createEcmrRequest = creation(
  { ...fieldsToRequest, metadata: Type.Optional(metadataToCreate) },
  'A new consignment note; the first eight fields are required, and null in any other says as much as leaving it out',
)
type Request = Static<typeof createEcmrRequest>

type Fields = Omit<Request, 'metadata'>

/** The fields that a request to create a note gives: those that are not null. */
export function givenFields({ metadata: _, ...given }: Request): EcmrFields {
  for (const [name, value] of Object.entries(given)) if (value === null) Reflect.deleteProperty(given, name)
  if (!isWithoutNulls(given)) throw new TypeError('a null was left')
  return given
}

function isWithoutNulls(fields: Fields): fields is Fields & EcmrFields {
  return Object.values(fields).every((value) => value !== null)
}

const entry = (what: string) => Type.Optional(textOrNull(`The id of ${what}`))

/** Entries of the company's registers that a new note begins with. */
export const registerIds = {
  template_id: entry('a template: its fields, but for what the ids and fields of this request say'),
  sender_party_id: entry('the party that is the sender'),
  receiver_party_id: entry('the party that is the receiver'),
  carrier_party_id: entry('the party that is the carrier'),
  driver_id: entry('the driver'),
  vehicle_id: entry('the vehicle'),
  trailer_id: entry('the vehicle, of the kind trailer, that is the trailer'),
}
export type RegisterIdName = keyof typeof registerIds
/** The ids that a request gives. */
export type RegisterIds = { readonly [Name in RegisterIdName]?: string }

/** Body of `POST /api/ecmrs` with ids of the registers: what they say need not be sent. */
export const createFromRegistersRequest = Type.Object(
  { ...nothingRequired, metadata: Type.Optional(metadataToCreate), ...registerIds },
  {
    additionalProperties: false,
    title: 'NewConsignmentNoteFromRegisters',
    description:
      'A new consignment note that takes values from the registers of your company; fields that are sent count for more. The note keeps its own copy',
  },
)

/** Body of `POST /api/ecmrs`, with or without ids of the registers. */
export const anyCreateRequest = Type.Union([createEcmrRequest, createFromRegistersRequest])
type AnyRequest = Static<typeof anyCreateRequest>

type FromRegisters = Static<typeof createFromRegistersRequest>

/** Whether a body names entries of the registers, so that these may say what it leaves out. */
export function namesEntries(body: AnyRequest): body is FromRegisters
export function namesEntries(body: unknown): boolean
export function namesEntries(body: unknown): boolean {
  return typeof body === 'object' && body !== null && Object.keys(body).some(isIdName)
}

function isIdName(name: string): boolean {
  return Object.hasOwn(registerIds, name)
}

/** The schema that a body of `POST /api/ecmrs` is held against. */
export function createSchemaFor(body: unknown): TSchema {
  return namesEntries(body) ? createFromRegistersRequest : createEcmrRequest
}

/** What a request says of a new note: its fields, and the entries that say the rest. */
export interface GivenParts {
  readonly fields: Partial<EcmrFields>
  readonly from: RegisterIds
}

/** Takes a request apart that names entries; nulls say as much as leaving out. */
export function givenParts({ metadata: _, ...given }: FromRegisters): GivenParts {
  const said = Object.entries(given).filter(([, value]) => value !== null)
  return {
    fields: Object.fromEntries(said.filter(([name]) => !isIdName(name))),
    from: Object.fromEntries(said.filter(([name]) => isIdName(name))),
  }
}

/** Answer of `POST /api/ecmrs/validate`. */
export const validationView = closed(
  {
    valid: Type.Boolean({ description: 'Whether a creation with this body would be accepted' }),
    errors: list(faultView),
    compliance: Type.Optional(complianceView),
  },
  { title: 'Validation', description: 'What a creation would say' },
)
