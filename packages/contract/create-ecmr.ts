import type { EcmrFields, optionalFields, requiredFields } from '@ecmr/domain'
import { type TSchema, Type } from '@sinclair/typebox'
import { createExample } from './examples.js'
import { fieldsToCreate, fieldsToRequest } from './fields.js'

const creation = (fields: Record<string, TSchema>, description: string) =>
  Type.Object(fields, {
    additionalProperties: false,
    title: 'NewConsignmentNote',
    description,
    examples: [createExample],
  })

/** What a new note says. */
export const createEcmrBody = Type.Unsafe<EcmrFields>(
  creation(fieldsToCreate, 'A new consignment note; the first eight fields are required'),
)

type Required = Pick<EcmrFields, keyof typeof requiredFields>
type Optional = { readonly [Name in keyof typeof optionalFields]?: EcmrFields[Name] | null }

/** Body of `POST /api/ecmrs`. Null is what the reading of a document holds for what was not read. */
export const createEcmrRequest = Type.Unsafe<Required & Optional>(
  creation(
    fieldsToRequest,
    'A new consignment note; the first eight fields are required, and null in any other says as much as leaving it out',
  ),
)

/** The fields that a request to create a note gives: those that are not null. */
export function givenFields(body: Required & Optional): EcmrFields {
  const given = { ...body }
  for (const [name, value] of Object.entries(given)) if (value === null) Reflect.deleteProperty(given, name)
  if (!isWithoutNulls(given)) throw new TypeError('a null was left')
  return given
}

function isWithoutNulls(fields: Required & Optional): fields is EcmrFields {
  return Object.values(fields).every((value) => value !== null)
}
