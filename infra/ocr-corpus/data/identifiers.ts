import type { Chance } from './chance.js'
import type { Country } from './tables.js'

/** A tax identification with the right check digits, in its plain form. */
export function taxId(chance: Chance, country: Country, companyName: string): string {
  switch (country) {
    case 'ES':
      return spanish(chance, /S\.A\./.test(companyName) ? 'A' : /Coop/.test(companyName) ? 'F' : 'B')
    case 'FR': {
      const siren = withLuhn(`${chance.whole(3, 8)}${chance.digits(7)}`)
      return `FR${String((12 + 3 * (Number(siren) % 97)) % 97).padStart(2, '0')}${siren}`
    }
    case 'DE':
      return `DE${withMod11And10(`${chance.whole(1, 3)}${chance.digits(7)}`)}`
    case 'IT':
      return `IT${withLuhn(`0${chance.whole(1, 4)}${chance.digits(5)}${chance.oneOf(['015', '023', '037', '028'])}`)}`
    case 'PT':
      return `PT${withWeights(chance, '5', 8, (sum) => (sum % 11 < 2 ? 0 : 11 - (sum % 11)))}`
    case 'NL':
      return `NL${withWeights(chance, '8', 8, (sum) => sum % 11)}B01`
    case 'GB': {
      const first = `${chance.whole(1, 9)}${chance.digits(6)}`
      const sum = [...first].reduce((total, digit, at) => total + Number(digit) * (8 - at), 0)
      return `GB${first}${String(97 - (sum % 97)).padStart(2, '0')}`
    }
    case 'BE': {
      const first = `0${chance.whole(4, 7)}${chance.digits(6)}`
      return `BE${first}${String(97 - (Number(first) % 97)).padStart(2, '0')}`
    }
    case 'AT': {
      const first = chance.digits(7)
      return `ATU${first}${(10 - ((crossSum(first, 1) + 4) % 10)) % 10}`
    }
    default:
      return country satisfies never
  }
}

function spanish(chance: Chance, kind: string): string {
  const first = `${chance.whole(1, 9)}${chance.digits(6)}`
  return `${kind}${first}${(10 - (crossSum(first, 0) % 10)) % 10}`
}

/** The sum of the digits, every second one doubled and its own digits added. */
function crossSum(digits: string, doubledFrom: 0 | 1): number {
  return [...digits].reduce((sum, digit, at) => {
    const twice = Number(digit) * (at % 2 === doubledFrom ? 2 : 1)
    return sum + Math.floor(twice / 10) + (twice % 10)
  }, 0)
}

function withLuhn(digits: string): string {
  return `${digits}${(10 - (crossSum(digits, digits.length % 2 === 0 ? 1 : 0) % 10)) % 10}`
}

// ISO 7064
function withMod11And10(digits: string): string {
  const product = [...digits].reduce((before, digit) => {
    const sum = (Number(digit) + before) % 10 || 10
    return (2 * sum) % 11
  }, 10)
  return `${digits}${(11 - product) % 10}`
}

function withWeights(chance: Chance, start: string, length: number, check: (sum: number) => number): string {
  for (;;) {
    const first = `${start}${chance.digits(length - start.length)}`
    const digit = check([...first].reduce((sum, each, at) => sum + Number(each) * (9 - at), 0))
    if (digit < 10) return `${first}${digit}`
  }
}

const SPANISH = 'BCDFGHJKLMNPRSTVWXYZ'
const FRENCH = 'ABCDEFGHJKLMNPQRSTVWXYZ'
const ANY = 'ABCDEFGHJKLMNPRSTVXYZ'

/** A tractor's plate as its country writes it. */
export function vehiclePlate(chance: Chance, country: Country): string {
  switch (country) {
    case 'ES': {
      const [digits, letters] = [
        chance.digits(4),
        `${chance.oneOf(['J', 'K', 'L', 'M'])}${chance.letters(2, SPANISH)}`,
      ]
      return chance.oneOf([`${digits} ${letters}`, `${digits}${letters}`, `${digits}-${letters}`])
    }
    case 'FR':
      return french(chance)
    case 'DE':
      return `${chance.oneOf(['M', 'K', 'HH', 'S', 'MA', 'N', 'DU', 'BI'])}-${chance.letters(2, ANY)} ${chance.whole(100, 9999)}`
    case 'IT':
      return `G${chance.letters(1, ANY)} ${chance.digits(3)} ${chance.letters(2, ANY)}`
    case 'PT':
      return `${chance.letters(2, ANY)}-${chance.digits(2)}-${chance.letters(2, ANY)}`
    case 'NL':
      return `${chance.digits(2)}-B${chance.letters(2, 'BDFGHJKLNPRSTVXZ')}-${chance.whole(1, 9)}`
    case 'GB':
      return `${chance.letters(2, ANY)}${chance.oneOf(['19', '70', '21', '72', '23', '74'])} ${chance.letters(3, ANY)}`
    case 'BE':
      return `${chance.oneOf(['1', '2'])}-${chance.letters(3, ANY)}-${chance.digits(3)}`
    case 'AT':
      return `${chance.oneOf(['W', 'L', 'G', 'S'])}-${chance.whole(10000, 99999)}${chance.letters(1, ANY)}`
    default:
      return country satisfies never
  }
}

/** A trailer's. */
export function trailerPlate(chance: Chance, country: Country): string {
  switch (country) {
    case 'ES': {
      const [digits, letters] = [chance.digits(4), `B${chance.letters(2, SPANISH)}`]
      return chance.oneOf([`R-${digits}-${letters}`, `R ${digits} ${letters}`, `R${digits}${letters}`])
    }
    case 'IT':
      return `X${chance.letters(1, ANY)}${chance.digits(3)}${chance.letters(2, ANY)}`
    case 'PT':
      return `L-${chance.whole(100000, 399999)}`
    case 'NL':
      return `O${chance.letters(1, 'BDFGHJKL')}-${chance.digits(2)}-${chance.letters(2, 'BDFGHJKLNPRSTVXZ')}`
    case 'BE':
      return `Q-${chance.letters(3, ANY)}-${chance.digits(3)}`
    case 'FR':
    case 'DE':
    case 'GB':
    case 'AT':
      return vehiclePlate(chance, country)
    default:
      return country satisfies never
  }
}

function french(chance: Chance): string {
  return `${chance.oneOf(['E', 'F', 'G'])}${chance.letters(1, FRENCH)}-${chance.digits(3)}-${chance.letters(2, FRENCH)}`
}
