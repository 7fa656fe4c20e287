import type { FoundValue } from './found-value.js'
import type { Hints } from './hints.js'

/** The first day that a text names, YYYY-MM-DD. */
export function readDate(_text: string, _hints: Hints = {}): FoundValue<string> | undefined {
  return undefined
}
