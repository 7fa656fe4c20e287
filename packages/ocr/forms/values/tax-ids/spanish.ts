import { passesLuhn } from './check-digits.js'

const LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'
const COMPANY_LETTERS = 'JABCDEFGHI'

/** Whether a Spanish NIF, NIE or company's NIF has the right check sign. */
export function isSpanish(id: string): boolean {
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
