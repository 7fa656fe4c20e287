// Crockford's base 32: no I, L, O or U, so that a number survives a telephone call.
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const RANDOM_CHARACTERS = 9
/** Stands where the year does in numbers of test notes. */
const TEST = 'TEST'

/**
 * The check character of a year and its random characters.
 *
 * It is the remainder of a polynomial over GF(32), the field with exactly as many elements as the alphabet has
 * characters (x^5 + x^2 + 1, generator x): each place has a weight of its own, no two alike. So every single wrong
 * character is noticed, and every swap of two different characters, adjacent or not, the check character included.
 * Mod 31 cannot tell 0 from Z, mod 37 needs characters outside the alphabet.
 */
function checkCharacter(payload: string): string {
  let sum = 0
  for (const character of payload) sum = timesX(sum ^ ALPHABET.indexOf(character))
  return ALPHABET.charAt(sum)
}

function timesX(element: number): number {
  const shifted = element << 1
  return shifted & 0b100000 ? shifted ^ 0b100101 : shifted
}

/**
 * Makes a consignment note's number, such as `ECMR-2026-7F3K9QZ2M-X`. It opens public tracking, so it is random: 45
 * bits, never counted up. A test note's is such as `ECMR-TEST-7F3K9QZ2M-C`.
 *
 * @param year of issue, four digits; `TEST` for a test note
 * @param random at least 9 random bytes (the first 9 count) from a cryptographic source
 * @throws RangeError when the year has not four digits or bytes are missing
 */
export function ecmrNumber(year: number | typeof TEST, random: ArrayLike<number>): string {
  if (year !== TEST && (!Number.isInteger(year) || year < 1000 || year > 9999))
    throw new RangeError(`${year} is not a year`)
  if (random.length < RANDOM_CHARACTERS) throw new RangeError(`${RANDOM_CHARACTERS} random bytes are needed`)
  const characters = Array.from(random, (byte) => ALPHABET.charAt(byte & 31))
  const secret = characters.slice(0, RANDOM_CHARACTERS).join('')
  return `ECMR-${year}-${secret}-${checkCharacter(`${year}${secret}`)}`
}

/**
 * Reads a number as people write it: any letter case, with or without dashes and spaces, O for 0, I or L for 1.
 *
 * @returns the canonical form, or `undefined` when it is none or the check character is wrong
 */
export function parseEcmrNumber(text: string): string | undefined {
  const compact = text.length <= 64 ? text.replace(/[\s-]/g, '') : ''
  const rest = /^ecmr([\da-z]{14})$/i.exec(compact)?.[1]
  if (rest === undefined) return undefined
  const clear = rest.toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')
  const [, year, secret, check] =
    /^([1-9]\d{3}|TEST)([\dA-HJKMNP-TV-Z]{9})([\dA-HJKMNP-TV-Z])$/.exec(clear) ?? []
  if (year === undefined || secret === undefined) return undefined
  return check === checkCharacter(year + secret) ? `ECMR-${year}-${secret}-${check}` : undefined
}

/** Whether a number in canonical form is that of a test note. */
export function isTestNumber(number: string): boolean {
  return number.startsWith(`ECMR-${TEST}-`)
}
