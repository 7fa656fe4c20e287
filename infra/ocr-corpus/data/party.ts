import type { Chance } from './chance.js'
import { taxId } from './identifiers.js'
import { type Country, ofCountry } from './tables.js'

export interface Party {
  readonly name: string
  readonly street: string
  readonly postalCode: string
  readonly city: string
  /** province; empty where it is not customary */
  readonly region: string
  readonly country: Country
  /** without separators */
  readonly taxId: string
  readonly contact: string
  readonly phone: string
  readonly email: string
}

export function party(chance: Chance, country: Country, trade: 'goods' | 'haulage'): Party {
  const { name, domain } = company(chance, country, trade)
  const [postalCode = '', city = '', dialling = '', region = ''] = chance
    .oneOf(ofCountry(country, 'towns'))
    .split(', ')
  return {
    name,
    street: street(chance, country),
    postalCode,
    city,
    region: chance.happens(0.5) ? region : '',
    country,
    taxId: taxId(chance, country, name),
    contact: person(chance, country),
    phone: phone(chance, country, dialling),
    email: `${chance.oneOf(['info', 'logistics', 'transport', 'export', 'office', 'sales'])}@${domain}`,
  }
}

/** A company's name with its legal form, and the name alone. All invented. */
function company(
  chance: Chance,
  country: Country,
  trade: 'goods' | 'haulage',
): { name: string; domain: string } {
  const own = chance.oneOf(ofCountry(country, 'proper'))
  const alone = chance
    .oneOf(ofCountry(country, 'orders'))
    .replace('n', '\u0000')
    .replace('w', chance.oneOf(ofCountry(country, trade)))
    .replace('\u0000', own)
  const form = chance.oneOf(ofCountry(country, 'forms'))
  return { name: `${alone}${form.startsWith(',') ? '' : ' '}${form}`, domain: `${asciiOf(own)}.example` }
}

function asciiOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ü', 'ue')
    .normalize('NFD')
    .replaceAll(/[^a-z0-9 ]/g, '')
    .replaceAll(/ +/g, '-')
}

export const person = (chance: Chance, country: Country): string =>
  `${chance.oneOf(ofCountry(country, 'first'))} ${chance.oneOf(ofCountry(country, 'last'))}`

function street(chance: Chance, country: Country): string {
  const name = chance.oneOf(ofCountry(country, 'streets'))
  return name.replace('#', String(chance.whole(2, chance.oneOf([39, 140, 298]))))
}

/** A telephone number of a town, or a mobile one where the town has no say. */
function phone(chance: Chance, country: Country, dialling: string): string {
  const [code = ''] = ofCountry(country, 'dialling')
  switch (country) {
    case 'ES':
      return `${chance.oneOf([`${code} `, ''])}${grouped(chance, dialling + chance.digits(9 - dialling.length), [3, 3, 3])}`
    case 'FR': {
      const digits = `${dialling}${chance.digits(8)}`
      return chance.oneOf([
        `${code} ${grouped(chance, digits, [1, 2, 2, 2, 2])}`,
        pairs(`0${digits}`, chance.oneOf([' ', '.'])),
      ])
    }
    case 'DE':
    case 'AT':
      return chance.oneOf([
        `${code} ${dialling} ${chance.whole(100000, 9999999)}`,
        `0${dialling} / ${chance.whole(10000, 999999)}-${chance.whole(0, 30)}`,
      ])
    case 'IT':
    case 'PT':
    case 'NL':
    case 'GB':
    case 'BE':
      return `${code} ${dialling} ${chance.whole(200, 989)} ${chance.digits(3 + (country === 'GB' ? 1 : 0))}`
    default:
      return country satisfies never
  }
}

export function mobile(chance: Chance, country: Country): string {
  const [code = ''] = ofCountry(country, 'dialling')
  const [start = ''] = ofCountry(country, 'mobile')
  return `${code} ${grouped(chance, start + chance.digits(9 - start.length), [3, 3, 3])}`
}

function grouped(chance: Chance, digits: string, sizes: readonly number[]): string {
  const groups: string[] = []
  let at = 0
  for (const size of sizes) {
    groups.push(digits.slice(at, at + size))
    at += size
  }
  return groups.join(chance.happens(0.8) ? ' ' : '')
}

function pairs(digits: string, between: string): string {
  return (digits.match(/../g) ?? []).join(between)
}
