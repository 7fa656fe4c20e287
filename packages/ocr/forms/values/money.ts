import type { FoundValue } from './found-value.js'
import type { Hints } from './hints.js'

export interface Money {
  /** a decimal string such as `1250.00` */
  readonly amount: string
  /** ISO 4217; null: none is printed */
  readonly currency: string | null
}

/** The first amount of money in a text. */
export function readMoney(_text: string, _hints: Hints = {}): FoundValue<Money> | undefined {
  return undefined
}
