import { type EcmrFields, metadataToCreate } from '@ecmr/domain'
import { type Static, type TProperties, Type } from '@sinclair/typebox'
import { complianceView } from './compliance.js'
import { createExample } from './examples.js'
import { fieldsToCreate, fieldsToRequest } from './fields.js'
import { closed, list } from './json-schema.js'
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

/** Answer of `POST /api/ecmrs/validate`. */
export const validationView = closed(
  {
    valid: Type.Boolean({ description: 'Whether a creation with this body would be accepted' }),
    errors: list(faultView),
    compliance: Type.Optional(complianceView),
  },
  { title: 'Validation', description: 'What a creation would say' },
)
