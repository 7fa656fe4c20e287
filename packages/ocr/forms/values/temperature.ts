import type { FoundValue } from './found-value.js'
import type { Hints } from './hints.js'

const DEGREES = '[+\\-−–±]?\\s?\\d{1,2}(?:[.,]\\d)?'
const SIGN = '\\s?[°º˚o*]\\s?C(?:elsius)?'
const TO = '\\s?(?:a|al|y|to|and|bis|und|à|et|/|-|–|\\.\\.\\.)\\s?'
const REGIME = new RegExp(
  `(?<![\\p{L}\\p{N}.,])${DEGREES}(?:${SIGN})?(?:${TO}${DEGREES})?${SIGN}(?![\\p{L}\\p{N}])`,
  'iu',
)

/** The temperature regime that a text asks for, as it stands there. */
export function readTemperature(text: string, _hints: Hints = {}): FoundValue<string> | undefined {
  const source = REGIME.exec(text)?.[0]
  if (source === undefined) return undefined
  const degrees = Array.from(source.matchAll(/\d{1,2}/g), ([number]) => Number(number))
  const carried = degrees.every((degree) => degree <= 40)
  return {
    value: source.replace(/\s+/g, ' ').trim(),
    source,
    plausibility: carried && /[°º˚]/.test(source) ? 1 : 0.7,
  }
}
