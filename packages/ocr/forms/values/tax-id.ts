import type { FoundValue } from './found-value.js'
import type { Hints } from './hints.js'

/** The first tax identification of a text: upper case, without blanks, dots and dashes; the country's letters only if they are printed. */
export function readTaxId(_text: string, _hints: Hints = {}): FoundValue<string> | undefined {
  return undefined
}
