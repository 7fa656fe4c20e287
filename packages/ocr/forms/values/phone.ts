import type { FoundValue } from './found-value.js'
import type { Hints } from './hints.js'

const NUMBER = '\\(?(?:\\+|00)?\\(?\\d[\\d ().\\/-]{5,22}\\d'
const NAMED = new RegExp(
  `(?<!\\p{L})(?:tel[eé]?fono|tel[eé]phone|telefon[eo]?|phone|tel|t[eé]l|tfn?o|tlf|tf|t|m[oó]vil|m[oó]bil[e]?|mob|handy|gsm|contacto?)[\\s.:ºo°-]{1,4}(${NUMBER})`,
  'iu',
)
const ABROAD = /(?<![\p{L}\p{N}])((?:\+|00)\s?\d[\d ().-]{6,20}\d)(?!\p{N})/u
const ALONE = new RegExp(`^\\s*(${NUMBER})\\s*$`, 'u')

const DATE = /^\d{1,4}[./-]\d{1,2}[./-]\d{2,4}$/

// By how surely each is a telephone number.
const ways: readonly (readonly [RegExp, number])[] = [
  [NAMED, 1],
  [ABROAD, 0.97],
  [ALONE, 0.75],
]

/** The first telephone number of a text, as it stands there. */
export function readPhone(text: string, _hints: Hints = {}): FoundValue<string> | undefined {
  for (const [pattern, plausibility] of ways) {
    const source = pattern.exec(text)?.[1]?.trim()
    const digits = source?.replace(/\D/g, '').length ?? 0
    if (source === undefined || digits < 7 || digits > 15 || DATE.test(source)) continue
    return { value: source.replace(/\s+/g, ' '), source, plausibility }
  }
  return undefined
}
