import type { FoundValue } from './found-value.js'
import type { Hints } from './hints.js'

/** From when to when, HH:MM; a lone time stands for both when the text does not say which it is. */
export interface TimeWindow {
  readonly from: string | null
  readonly to: string | null
}

/** The first time or span of time in a text. */
export function readTimeWindow(_text: string, _hints: Hints = {}): FoundValue<TimeWindow> | undefined {
  return undefined
}
