import type { FoundValue } from './found-value.js'
import type { Hints } from './hints.js'
import { asDigits, DIGIT, REPAIRED } from './misread-digits.js'

const NAMED = new RegExp(
  `(?<!\\p{L})(?:UN|ONU)\\s?(?:N[o°º]?\\.?)?[\\s:-]{0,2}(${DIGIT}{4})(?![\\p{L}\\p{N}])`,
  'iu',
)
const BARE = /^\s*(\d{4})\s*$/
// The list of dangerous goods ends in the 3500s.
const LAST = 3600

/** The first UN number of a text: four digits, with UN before them as it stands there. */
export function readUnNumber(text: string, _hints: Hints = {}): FoundValue<string> | undefined {
  const named = NAMED.exec(text)
  const found = named ?? BARE.exec(text)
  const digits = asDigits(found?.[1] ?? '')
  if (found === null || digits === undefined) return undefined
  const listed = Number(digits.digits) >= 4 && Number(digits.digits) < LAST ? 1 : 0.3
  const plausibility = listed * (digits.repaired ? REPAIRED : 1) * (named ? 1 : 0.9)
  const value = named === null ? digits.digits : `${/^UN\s/i.test(named[0]) ? 'UN ' : 'UN'}${digits.digits}`
  return { value, source: found[0].trim(), plausibility }
}
