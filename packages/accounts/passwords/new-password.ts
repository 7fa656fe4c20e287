import { randomInt } from 'node:crypto'

// Nothing that is taken for something else when it is read from a screen.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 4
const LETTERS_IN_A_GROUP = 4

/** A password that can be read out and typed, such as `k7pm-x2va-9hqd-tn4c`: 79 random bits. */
export function newPassword(): string {
  const letter = (): string => LETTERS.charAt(randomInt(LETTERS.length))
  const group = (): string => Array.from({ length: LETTERS_IN_A_GROUP }, letter).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}
