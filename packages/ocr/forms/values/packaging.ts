import type { FoundValue } from './found-value.js'
import { PACKING } from './packing-words.js'
import { plainLetters } from './plain-letters.js'

const PACKED = new RegExp(`^${PACKING}`, 'u')

/** How goods are packed: what a text says behind a number of packages, or by itself. */
export function readPackaging(text: string): FoundValue<string> | undefined {
  const words = text.replace(/^\s*\d[\d.]{0,6}\s*(?:x\s)?/i, '').trim()
  const [packing = ''] = words.split(/[,;(]/)
  const value = packing.replace(/\s+/g, ' ').trim()
  if (value === '' || !/\p{L}{2}/u.test(value) || value.length > 60) return undefined
  return { value, source: value, plausibility: PACKED.test(plainLetters(value)) ? 1 : 0.7 }
}
