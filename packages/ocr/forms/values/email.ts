import type { FoundValue } from './found-value.js'
import type { Hints } from './hints.js'

/** The first e-mail address of a text. */
export function readEmail(_text: string, _hints: Hints = {}): FoundValue<string> | undefined {
  return undefined
}
