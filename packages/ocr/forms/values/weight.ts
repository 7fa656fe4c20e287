import type { FoundValue } from './found-value.js'
import type { Hints } from './hints.js'

/** The first weight of a text, in kilograms. A bare number counts only when the caption says the unit. */
export function readWeight(
  _text: string,
  _hints: Hints & { readonly unitOfCaption?: 'kg' | 't' } = {},
): FoundValue<number> | undefined {
  return undefined
}
