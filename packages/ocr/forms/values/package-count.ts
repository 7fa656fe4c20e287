import type { FoundValue } from './found-value.js'
import type { Hints } from './hints.js'
import { asDigits, DIGIT, REPAIRED } from './misread-digits.js'
import { PACKING } from './packing-words.js'
import { plainLetters } from './plain-letters.js'

const COUNT = new RegExp(
  `(?<![\\p{L}\\p{N}.,/x×])(?<count>\\d${DIGIT}{0,4}|\\d[.]\\d{3})(?![\\p{N}.,/])\\s?(?<word>[\\p{L}][\\p{L}. -]{0,20})?`,
  'giu',
)
const PACKED = new RegExp(`^${PACKING}`, 'u')
const CAPTION = new RegExp(`(?:^| )${PACKING}$`, 'u')

/** How many packages a text speaks of. */
export function readPackageCount(text: string, _hints: Hints = {}): FoundValue<number> | undefined {
  const bare = text.trim()
  const counts = Array.from(text.matchAll(COUNT))
  const packed =
    counts.find(({ groups }) => PACKED.test(plainLetters(groups?.word ?? ''))) ??
    counts.find(({ index }) => CAPTION.test(plainLetters(text.slice(Math.max(0, index - 24), index))))
  const found = packed ?? counts.find(({ groups }) => groups?.count === bare)
  const count = found?.groups?.count
  const digits = count === undefined ? undefined : asDigits(count.replace('.', ''))
  if (count === undefined || digits === undefined) return undefined
  const value = Number(digits.digits)
  const usual = value > 0 && value < 10_000 ? 1 : 0.4
  return {
    value,
    source: count,
    plausibility: usual * (digits.repaired ? REPAIRED : 1) * (packed ? 1 : 0.96),
  }
}
