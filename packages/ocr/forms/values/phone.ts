import type { FoundValue } from './found-value.js'
import type { Hints } from './hints.js'

/** The first telephone number of a text, as it stands there. */
export function readPhone(_text: string, _hints: Hints = {}): FoundValue<string> | undefined {
  return undefined
}
