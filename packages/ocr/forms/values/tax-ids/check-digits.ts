const digitsOf = (text: string): readonly number[] => Array.from(text, Number)

/** The sum of digits, each times its weight. */
export const weighted = (digits: string, weights: readonly number[]): number =>
  digitsOf(digits).reduce((sum, digit, at) => sum + digit * (weights[at] ?? 0), 0)

/** Whether the last digit is Luhn's check digit (ISO/IEC 7812-1) of the others. */
export function passesLuhn(digits: string): boolean {
  const sum = digitsOf(digits)
    .toReversed()
    .reduce((total, digit, at) => total + crossSum(at % 2 === 1 ? digit * 2 : digit), 0)
  return sum % 10 === 0
}

/** Whether the last digit is the check digit of ISO 7064 MOD 11,10. */
export function passesMod11And10(digits: string): boolean {
  const product = digitsOf(digits.slice(0, -1)).reduce((carry, digit) => {
    const sum = (digit + carry) % 10 || 10
    return (sum * 2) % 11
  }, 10)
  return (11 - product) % 10 === Number(digits.at(-1))
}

export const crossSum = (number: number): number => Math.floor(number / 10) + (number % 10)
