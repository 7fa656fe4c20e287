import { isCommon } from './is-common.js'
import { isMadeOf } from './is-made-of.js'
import { normalised } from './password-hash.js'

/** How long a password must and may be, in characters as people count them. */
export const SHORTEST_PASSWORD = 12
export const LONGEST_PASSWORD = 128

// More than a text of that many characters can have, however they are composed. What is longer is not read at all: it would
// take a while, and other requests would wait.
const LONGEST_READ = 20 * LONGEST_PASSWORD

export type PasswordFault = 'too_short' | 'too_long' | 'too_common' | 'too_personal'

/**
 * What keeps a text from being a password, `undefined` when nothing does.
 *
 * @param personal what others know of the person: name, mail address, company
 */
export function passwordFault(clear: string, personal: readonly string[]): PasswordFault | undefined {
  if (clear.length > LONGEST_READ) return 'too_long'
  const password = normalised(clear)
  const length = [...password].length
  if (length < SHORTEST_PASSWORD) return 'too_short'
  if (length > LONGEST_PASSWORD) return 'too_long'
  if (isCommon(password)) return 'too_common'
  const known = personal.map((text) => text.slice(0, LONGEST_READ))
  return isMadeOf(password, known) ? 'too_personal' : undefined
}
