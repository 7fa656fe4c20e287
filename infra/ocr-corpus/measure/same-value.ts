import type { FieldName } from '@ecmr/domain'
import type { ReadValue } from '@ecmr/ocr'

// What programs compare letter by letter, and so do we.
const CODES =
  /^(reference|language|transport_type|declared_value)$|_(country|postal_code|tax_id|email|phone|plate|date|from|to|currency|amount|license_number|permit_number|un_number|hs_code|adr_class|packing_group)$/

/**
 * Whether a field was read as it is printed. Numbers, dates and codes must be the same to the letter; of other texts white space,
 * case and the punctuation around them do not matter, accents do. Lists must have the same texts in the same order.
 */
export function sameValue(name: FieldName, printed: ReadValue, read: ReadValue): boolean {
  if (typeof printed === 'string' && typeof read === 'string')
    return CODES.test(name) ? printed === read : plainText(printed) === plainText(read)
  if (typeof printed === 'object' && typeof read === 'object')
    return printed.map(plainText).join('\n') === read.map(plainText).join('\n')
  return printed === read
}

const plainText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/^[\s\p{P}]+|[\s\p{P}]+$/gu, '')
    .toLowerCase()
