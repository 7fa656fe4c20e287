import { parseEcmrNumber } from '@ecmr/domain'

/** What somebody typed into the form: a number, or what is wrong with it. */
export type TypedNumber =
  | { readonly number: string }
  | { readonly fault: 'noNumber' | 'notANumber' | 'wrongCheck' }

/**
 * Reads a number as people type it: any case, with or without spaces, dashes and even the letters before the year. That
 * its check character is wrong can be told from the number alone, so saying so tells nothing of any note.
 */
export function typedNumber(text: string): TypedNumber {
  const typed = text.trim()
  if (typed === '') return { fault: 'noNumber' }
  const full = /^ecmr/i.test(typed) ? typed : `ECMR-${typed}`
  const number = parseEcmrNumber(full)
  if (number !== undefined) return { number }
  const looksRight = full.length <= 64 && /^ecmr[1-9]\d{3}[\da-tv-z]{10}$/i.test(full.replace(/[\s-]/g, ''))
  return { fault: looksRight ? 'wrongCheck' : 'notANumber' }
}
