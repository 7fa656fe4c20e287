import type { EcmrFields } from '@ecmr/domain'
import { Type } from '@sinclair/typebox'
import { createExample } from './examples.js'
import { fieldsToCreate } from './fields.js'

/** Body of `POST /api/ecmrs`. */
export const createEcmrBody = Type.Unsafe<EcmrFields>(
  Type.Object(fieldsToCreate, {
    additionalProperties: false,
    title: 'NewConsignmentNote',
    description: 'A new consignment note; the first eight fields are required',
    examples: [createExample],
  }),
)
