import type { FoundValue } from './found-value.js'
import type { Hints } from './hints.js'

/** How many packages a text speaks of. */
export function readPackageCount(_text: string, _hints: Hints = {}): FoundValue<number> | undefined {
  return undefined
}
