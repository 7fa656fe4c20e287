import type { FoundValue } from './found-value.js'
import type { Hints } from './hints.js'

const CODE = /(?<![\p{L}\p{N}.,])(\d{4})[ .]?(\d{2})(?:[ .]?(\d{2}))?(?:[ .]?(\d{2}))?(?![\p{L}\p{N}])/gu
const LAST_CHAPTER = 97

/** The first code of the Harmonised System in a text, its digits only. */
export function readHsCode(text: string, _hints: Hints = {}): FoundValue<string> | undefined {
  for (const [source, ...groups] of text.matchAll(CODE)) {
    const value = groups.join('')
    const chapter = Number(value.slice(0, 2))
    if (chapter >= 1 && chapter <= LAST_CHAPTER) return { value, source, plausibility: plausibilityOf(value) }
  }
  return undefined
}

// Chapter 77 is empty; the last two of ten digits may be another number that stands beside the code.
const plausibilityOf = (code: string): number => (code.startsWith('77') ? 0.3 : code.length > 8 ? 0.8 : 1)
