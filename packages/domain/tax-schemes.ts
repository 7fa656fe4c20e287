const digitsOf = (text: string): readonly number[] => Array.from(text, Number)

/** The sum of digits, each times its weight. */
const weighted = (digits: string, weights: readonly number[]): number =>
  digitsOf(digits).reduce((sum, digit, at) => sum + digit * (weights[at] ?? 0), 0)

/** Whether the last digit is Luhn's check digit (ISO/IEC 7812-1) of the others. */
function passesLuhn(digits: string): boolean {
  const sum = digitsOf(digits)
    .toReversed()
    .reduce((total, digit, at) => total + crossSum(at % 2 === 1 ? digit * 2 : digit), 0)
  return sum % 10 === 0
}

/** Whether the last digit is the check digit of ISO 7064 MOD 11,10. */
function passesMod11And10(digits: string): boolean {
  const product = digitsOf(digits.slice(0, -1)).reduce((carry, digit) => {
    const sum = (digit + carry) % 10 || 10
    return (sum * 2) % 11
  }, 10)
  return (11 - product) % 10 === Number(digits.at(-1))
}

const crossSum = (number: number): number => Math.floor(number / 10) + (number % 10)

const LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'
const COMPANY_LETTERS = 'JABCDEFGHI'

/** Whether a Spanish NIF, NIE or company's NIF has the right check sign. */
function isSpanish(id: string): boolean {
  if (/^[XYZ]?\d{7,8}[A-Z]$/.test(id)) {
    const number = Number(id.slice(0, -1).replace('X', '0').replace('Y', '1').replace('Z', '2'))
    return LETTERS[number % 23] === id.at(-1)
  }
  if (/^[KLM]\d{7}[A-Z]$/.test(id)) return LETTERS[Number(id.slice(1, -1)) % 23] === id.at(-1)
  const check = id.at(-1) ?? ''
  const digit =
    Array.from({ length: 10 }, (_, each) => each).find((each) => passesLuhn(id.slice(1, 8) + each)) ?? 0
  const bears = id.charAt(0)
  if (/[PQRSNW]/.test(bears)) return check === COMPANY_LETTERS[digit]
  if (/[ABEH]/.test(bears)) return check === String(digit)
  return check === String(digit) || check === COMPANY_LETTERS[digit]
}

/** How tax identifications of a country look. */
export interface TaxScheme {
  /** ISO 3166-1 alpha-2; the same letters stand for it in front */
  readonly country: string
  /** without them; `9` stands for a digit, `A` for a letter, `*` for either, all else for itself */
  readonly shapes: readonly string[]
  readonly isValid: (id: string) => boolean
}

const remainder11 = (id: string, weights: readonly number[]): number =>
  weighted(id.slice(0, weights.length), weights) % 11

const NINE = [9, 8, 7, 6, 5, 4, 3, 2]

const isPortuguese = (id: string): boolean => ((11 - remainder11(id, NINE)) % 11) % 10 === Number(id.at(-1))
const isBelgian = (id: string): boolean => 97 - (Number(id.slice(0, 8)) % 97) === Number(id.slice(8))
const isPolish = (id: string): boolean => remainder11(id, [6, 5, 7, 2, 3, 4, 5, 6, 7]) === Number(id.at(-1))

/** The tax identifications whose check digits are known. */
export const taxSchemes: readonly TaxScheme[] = (
  [
    ['ES', 'A9999999* 99999999A', isSpanish],
    ['FR', '**999999999 99999999999999 999999999', isFrench],
    ['DE', '999999999', passesMod11And10],
    ['IT', '99999999999', passesLuhn],
    ['PT', '999999999', isPortuguese],
    ['NL', '999999999B99', isDutch],
    ['BE', '0999999999 1999999999', isBelgian],
    ['GB', '999999999 999999999999', isBritish],
    ['PL', '9999999999', isPolish],
    ['AT', 'U99999999', isAustrian],
  ] as const
).map(([country, shapes, isValid]) => ({ country, shapes: shapes.split(' '), isValid }))

/**
 * Whether a tax identification has a form and a check digit of its country, with or without the country's letters, blanks,
 * dots and dashes.
 *
 * @param country ISO 3166-1 alpha-2; undefined: that of the letters in front, else Spain
 * @returns undefined where the country's are not known
 */
export function isTaxId(text: string, country?: string): boolean | undefined {
  const signs = text.toUpperCase().replace(/[\s.\-/]/g, '')
  const named = taxSchemes.find((scheme) => signs.startsWith(scheme.country) && isOf(scheme, signs.slice(2)))
  if (named && (country === undefined || country === named.country)) return true
  const scheme = taxSchemes.find((each) => each.country === (country ?? 'ES'))
  return scheme && isOf(scheme, signs)
}

function isOf({ shapes, isValid }: TaxScheme, id: string): boolean {
  return shapes.some((shape) => hasShape(id, shape)) && isValid(id)
}

function hasShape(id: string, shape: string): boolean {
  return id.length === shape.length && Array.from(id).every((sign, at) => fitsSlot(sign, shape.charAt(at)))
}

/** Whether a sign may stand where a shape has this one. */
export function fitsSlot(sign: string, slot: string): boolean {
  switch (slot) {
    case '9':
      return /\d/.test(sign)
    case 'A':
      return /[A-Z]/.test(sign)
    case '*':
      return /[A-Z\d]/.test(sign)
    default:
      return sign === slot
  }
}

function isFrench(id: string): boolean {
  if (id.length !== 11) return passesLuhn(id)
  const siren = id.slice(2)
  const key = String((12 + 3 * (Number(siren) % 97)) % 97).padStart(2, '0')
  return passesLuhn(siren) && (/\D/.test(id.slice(0, 2)) || key === id.slice(0, 2))
}

// Sole traders have numbers since 2020 whose check covers the country's letters and all that follows.
function isDutch(id: string): boolean {
  if (remainder11(id, NINE) === Number(id.charAt(8))) return true
  const spelled = Array.from(`NL${id}`, (sign) => String(Number.parseInt(sign, 36))).join('')
  return BigInt(spelled) % 97n === 1n
}

function isBritish(id: string): boolean {
  const sum = weighted(id.slice(0, 7), [8, 7, 6, 5, 4, 3, 2]) + Number(id.slice(7, 9))
  return sum % 97 === 0 || (sum + 55) % 97 === 0
}

function isAustrian(id: string): boolean {
  const sum = Array.from(id.slice(1, 8), Number).reduce(
    (total, digit, at) => total + (at % 2 === 1 ? crossSum(digit * 2) : digit),
    0,
  )
  return (10 - ((sum + 4) % 10)) % 10 === Number(id.at(-1))
}
