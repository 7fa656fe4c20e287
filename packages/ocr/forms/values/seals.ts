import type { FoundValue } from './found-value.js'

/** The numbers of the seals in the text of a place for seals. */
export function readSeals(_text: string): FoundValue<readonly string[]> | undefined {
  return undefined
}
