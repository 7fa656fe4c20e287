import type { FoundValue } from './found-value.js'
import type { Hints } from './hints.js'

/** The country that a text names or abbreviates, ISO 3166-1 alpha-2. */
export function readCountry(_text: string, _hints: Hints = {}): FoundValue<string> | undefined {
  return undefined
}
