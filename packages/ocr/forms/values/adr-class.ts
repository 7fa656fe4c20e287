import type { FoundValue } from './found-value.js'
import type { Hints } from './hints.js'

const CLASS = '(1(?:\\.[1-6][A-S]?)?|2(?:\\.[1-3])?|3|4\\.[1-3]|5\\.[12]|6\\.[12]|7|8|9)'
const END = '(?![\\p{L}\\p{N}]|[.,]\\d)'

// By how surely each is the class: named, after the UN number and the name, by itself.
const ways: readonly (readonly [RegExp, number])[] = [
  [
    new RegExp(`(?<!\\p{L})(?:ADR|clase|class|classe|klasse|kl\\.?|cl\\.?)[\\s:.-]{1,3}${CLASS}${END}`, 'iu'),
    1,
  ],
  [new RegExp(`\\bUN\\s?\\d{4}\\b[^\\d]{0,120}[,;]\\s?${CLASS}${END}`, 'iu'), 0.95],
  [new RegExp(`^\\s*${CLASS}\\s*$`, 'iu'), 0.95],
]

/** The first ADR class of a text, such as `3` or `4.1`. */
export function readAdrClass(text: string, _hints: Hints = {}): FoundValue<string> | undefined {
  for (const [pattern, plausibility] of ways) {
    const found = pattern.exec(text)
    const value = found?.[1]?.toUpperCase()
    if (found !== null && value !== undefined) return { value, source: found[0].trim(), plausibility }
  }
  return undefined
}
