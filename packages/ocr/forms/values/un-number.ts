import type { FoundValue } from './found-value.js'
import type { Hints } from './hints.js'

/** The first UN number of a text, four digits. */
export function readUnNumber(_text: string, _hints: Hints = {}): FoundValue<string> | undefined {
  return undefined
}
