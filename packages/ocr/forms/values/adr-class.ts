import type { FoundValue } from './found-value.js'
import type { Hints } from './hints.js'

/** The first ADR class of a text, such as `3` or `4.1`. */
export function readAdrClass(_text: string, _hints: Hints = {}): FoundValue<string> | undefined {
  return undefined
}
