import { requiredFields } from '@ecmr/domain'
import type { TString } from '@sinclair/typebox'

/** Text of the same kind as the fields of a note: at least one character, no control characters. */
export function text(description: string, maxLength = 500): TString {
  return { ...requiredFields.sender_city, description, maxLength }
}
