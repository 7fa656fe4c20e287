import type { JsonObject } from '../json.js'
import { type EcmrFields, fieldNames } from './fields.js'

/**
 * What a party signs: every field of the note that is filled in, so that no later change of any of them can hide. The
 * content hash of a signature is SHA-256 over the RFC 8785 form of this. Absent fields are left out, hence a field that
 * a later version adds does not disturb the signatures of today.
 */
export function signedContent(fields: EcmrFields): JsonObject {
  return Object.fromEntries(
    fieldNames.map((name) => [name, fields[name]]).filter(([, value]) => value !== undefined),
  )
}
