/** Whether the check digits of a tax identification are right, by the rule of its country as its office tells it. */
export function hasRightCheckDigits(printed: string): boolean {
  const id = printed.replaceAll(/[^A-Z0-9]/g, '')
  const [, country = '', rest = ''] = /^(FR|DE|IT|PT|NL|GB|BE|ATU|ES(?=[A-Z])|)(.*)$/.exec(id) ?? []
  switch (country) {
    case '':
    case 'ES':
      return /^[ABF]\d{8}$/.test(rest) && luhn(rest.slice(1)) % 10 === 0
    case 'FR':
      return (
        Number(rest.slice(0, 2)) === Number(BigInt(`${rest.slice(2)}12`) % 97n) &&
        luhn(rest.slice(2)) % 10 === 0
      )
    case 'DE':
      return elevenTen(rest) === 1
    case 'IT':
      return rest.length === 11 && luhn(rest) % 10 === 0
    case 'PT':
      return [0, 1].includes(weighted(rest, 9) % 11) && rest.length === 9
    case 'NL':
      return (weighted(rest.slice(0, 8), 9) - Number(rest[8])) % 11 === 0 && rest.endsWith('B01')
    case 'GB':
      return (weighted(rest.slice(0, 7), 8) + Number(rest.slice(7))) % 97 === 0 && rest.length === 9
    case 'BE':
      return (Number(rest.slice(0, 8)) + Number(rest.slice(8))) % 97 === 0 && rest.length === 10
    case 'ATU':
      return (luhn(rest.slice(0, 7)) + 4 + Number(rest.slice(7))) % 10 === 0 && rest.length === 8
    default:
      return false
  }
}

/** The sum that Luhn's rule looks at: from the right every second digit doubled. */
function luhn(digits: string): number {
  return [...digits].reverse().reduce((sum, digit, at) => {
    const twice = Number(digit) * (at % 2 === 0 ? 1 : 2)
    return sum + (twice > 9 ? twice - 9 : twice)
  }, 0)
}

const weighted = (digits: string, first: number): number =>
  [...digits].reduce((sum, digit, at) => sum + Number(digit) * (first - at), 0)

/** ISO 7064, modulus 11 and 10: 1 when all is right. */
function elevenTen(digits: string): number {
  const before = [...digits.slice(0, -1)].reduce(
    (product, digit) => (((product + Number(digit)) % 10 || 10) * 2) % 11,
    10,
  )
  return (before + Number(digits.slice(-1))) % 10
}
