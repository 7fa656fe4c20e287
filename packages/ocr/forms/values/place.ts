import type { FoundValue } from './found-value.js'
import type { Hints } from './hints.js'

/** A town as an address says it; what does not stand there is absent. */
export interface Place {
  readonly city?: FoundValue<string>
  readonly postal_code?: FoundValue<string>
  /** ISO 3166-1 alpha-2 */
  readonly country?: FoundValue<string>
}

/** The place that a line such as `23001 Jaén (España)` names; undefined when it looks like none. */
export function readPlace(_text: string, _hints: Hints = {}): Place | undefined {
  return undefined
}
