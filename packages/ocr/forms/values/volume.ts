import type { FoundValue } from './found-value.js'
import type { Hints } from './hints.js'

/** The first volume of a text, in cubic metres. */
export function readVolume(_text: string, _hints: Hints = {}): FoundValue<number> | undefined {
  return undefined
}
