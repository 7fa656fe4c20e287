import type { Chance } from './chance.js'
import { type Country } from './tables.js'

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
