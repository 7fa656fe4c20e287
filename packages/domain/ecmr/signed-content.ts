import type { JsonObject } from '../json.js'
import type { EcmrFields } from './fields.js'

export function signedContent(_fields: EcmrFields): JsonObject {
  throw new Error('not yet')
}
