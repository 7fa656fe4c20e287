import type { Country } from './places.js'

// Tax numbers in the form of each country, check digits included, but in series that are recognised as invented at
// sight: a province, an office or a year 00, or the very end of the range.

const digits = (text: string): readonly number[] => Array.from(text, Number)
const weighted = (text: string, weights: readonly number[]): number =>
  digits(text).reduce((sum, digit, index) => sum + digit * (weights[index] ?? 0), 0)

/** Luhn's check digit (ISO/IEC 7812-1), used by France and Italy, and by Spain for companies. */
function luhn(text: string): number {
  const sum = digits(text)
    .toReversed()
    .reduce((total, digit, index) => {
      const doubled = index % 2 === 0 ? digit * 2 : digit
      return total + (doubled > 9 ? doubled - 9 : doubled)
    }, 0)
  return (10 - (sum % 10)) % 10
}

/** ISO 7064 MOD 11,10, as Germany uses it. */
function mod11of10(text: string): number {
  const product = digits(text).reduce((carry, digit) => {
    const sum = (digit + carry) % 10 || 10
    return (sum * 2) % 11
  }, 10)
  return (11 - product) % 10
}

const DUTCH = [9, 8, 7, 6, 5, 4, 3, 2]
const POLISH = [6, 5, 7, 2, 3, 4, 5, 6, 7]

/** How each country completes a body of digits. `undefined`: that body has no valid check digit. */
export const completeTaxId: Readonly<Record<Country, (body: string) => string | undefined>> = {
  ES: (body) => `B${body}${luhn(body)}`,
  FR: (body) => {
    const siren = `${body}${luhn(body)}`
    return `FR${String((12 + 3 * (Number(siren) % 97)) % 97).padStart(2, '0')}${siren}`
  },
  IT: (body) => `IT${body}${luhn(body)}`,
  DE: (body) => `DE${body}${mod11of10(body)}`,
  PT: (body) => `PT${body}${((11 - (weighted(body, DUTCH) % 11)) % 11) % 10}`,
  BE: (body) => `BE${body}${String(97 - (Number(body) % 97)).padStart(2, '0')}`,
  NL: (body) => {
    const check = weighted(body, DUTCH) % 11
    return check === 10 ? undefined : `NL${body}${check}B01`
  },
  PL: (body) => {
    const check = weighted(body, POLISH) % 11
    return check === 10 ? undefined : `PL${body}${check}`
  },
}

/** Prefix that marks the number as invented, and how many digits follow before the check. */
const invented: Readonly<Record<Country, readonly [string, number]>> = {
  ES: ['00', 5],
  FR: ['000', 5],
  IT: ['9999', 6],
  DE: ['9999', 4],
  PT: ['5999', 4],
  BE: ['0000', 4],
  NL: ['9999', 4],
  PL: ['0000', 5],
}

/** The tax number of the nth invented firm of a country. */
export function inventedTaxId(country: Country, serial: number): string {
  const [prefix, length] = invented[country]
  const id = completeTaxId[country](prefix + String(serial).padStart(length, '0'))
  return id ?? inventedTaxId(country, serial + 10 ** (length - 1))
}
