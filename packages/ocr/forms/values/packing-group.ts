import type { FoundValue } from './found-value.js'
import type { Hints } from './hints.js'

/** The first packing group of a text. */
export function readPackingGroup(
  _text: string,
  _hints: Hints = {},
): FoundValue<'I' | 'II' | 'III'> | undefined {
  return undefined
}
