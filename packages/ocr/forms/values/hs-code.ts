import type { FoundValue } from './found-value.js'
import type { Hints } from './hints.js'

/** The first code of the Harmonised System in a text, its digits only. */
export function readHsCode(_text: string, _hints: Hints = {}): FoundValue<string> | undefined {
  return undefined
}
