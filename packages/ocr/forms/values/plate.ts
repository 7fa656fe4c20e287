import type { FoundValue } from './found-value.js'
import type { Hints } from './hints.js'

/** The plates of a vehicle and of what it draws, as `1234 BCD / R-5678-BBC` says them. */
export interface Plates {
  readonly vehicle: FoundValue<string>
  readonly trailer?: FoundValue<string>
}

/** The first plate of a text: upper case, its parts kept apart by a single space or dash as they stand there. */
export function readPlate(_text: string, _hints: Hints = {}): FoundValue<string> | undefined {
  return undefined
}

/** The plate of the vehicle and, behind it, that of its trailer. */
export function readPlates(_text: string, _hints: Hints = {}): Plates | undefined {
  return undefined
}
