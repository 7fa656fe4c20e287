import type { FoundValue } from './found-value.js'
import type { Hints } from './hints.js'

/** The temperature regime that a text asks for, as it stands there. */
export function readTemperature(_text: string, _hints: Hints = {}): FoundValue<string> | undefined {
  return undefined
}
