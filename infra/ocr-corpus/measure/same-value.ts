import type { FieldName } from '@ecmr/domain'
import type { ReadValue } from '@ecmr/ocr'

// Written with blanks, dots and dashes or without, as one likes; only the letters and digits are the code.
const GROUPED_CODES = /_(tax_id|hs_code)$/

// What programs compare letter by letter, and so do we.
const CODES =
  /^(reference|language|transport_type|declared_value)$|_(country|postal_code|email|phone|plate|date|from|to|currency|amount|license_number|permit_number|un_number|adr_class|packing_group)$/

/**
 * Whether a field was read as it is printed. Numbers, dates and codes must be the same to the letter, but for what parts the
 * groups of tax identifications and HS codes; of other texts white space, case and the punctuation around them do not matter,
 * accents do. Lists must have the same texts in the same order.
 */
export function sameValue(name: FieldName, printed: ReadValue, read: ReadValue): boolean {
  if (typeof printed === 'string' && typeof read === 'string')
    return inPlain(name, printed) === inPlain(name, read)
  if (typeof printed === 'object' && typeof read === 'object')
    return printed.map(plainText).join('\n') === read.map(plainText).join('\n')
  return printed === read
}

function inPlain(name: FieldName, text: string): string {
  if (GROUPED_CODES.test(name)) return text.replace(/[\s./-]/g, '')
  return CODES.test(name) ? text : plainText(text)
}

const plainText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/^[\s\p{P}]+|[\s\p{P}]+$/gu, '')
    .toLowerCase()
