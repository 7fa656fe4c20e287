import type { Chance } from './chance.js'
import type { Country } from './country.js'

const first: Readonly<Record<Country, readonly string[]>> = {
  ES: ['José Luis', 'Marta', 'Antonio', 'Íñigo', 'Begoña', 'Raúl', 'Mª Carmen'],
  FR: ['Jean-Marc', 'Amélie', 'François', 'Théo', 'Hélène'],
  DE: ['Jürgen', 'Anke', 'Matthias', 'Sönke', 'Ursula'],
  IT: ['Giacomo', 'Chiara', 'Salvatore', 'Niccolò'],
  PT: ['João', 'Inês', 'Rui', 'Conceição'],
  NL: ['Joost', 'Femke', 'Ruben', 'Marijke'],
  GB: ['Gareth', 'Olivia', 'Nigel', 'Fiona'],
  BE: ['Bram', 'Élodie', 'Luc', 'Griet'],
  AT: ['Florian', 'Veronika', 'Helmut', 'Sabine'],
}

const last: Readonly<Record<Country, readonly string[]>> = {
  ES: ['Carrasquilla Núñez', 'Belmonte Ordóñez', 'Urrutikoetxea', 'Peñalver Gil', 'Sanchidrián'],
  FR: ['Larivière', 'Beaufrère', 'Dutilleux', 'Chastagnol'],
  DE: ['Schöttler', 'Weißhaupt', 'Brockmeier', 'Lüdenbach'],
  IT: ['Bortolin', 'Quaranta', 'Sperandio'],
  PT: ['Gonçalves Brandão', 'Falcão', 'Magalhães Pinto'],
  NL: ['Hoogendijk', 'van den Akkerveen', 'Terpstra'],
  GB: ['Pemberley', 'Ashdown', 'Wainscott'],
  BE: ['Vandermeersch', 'Delvigne', 'Wouters'],
  AT: ['Kranzlmüller', 'Oberhuemer', 'Pichlbauer'],
}

export function person(chance: Chance, country: Country): string {
  return `${chance.oneOf(first[country])} ${chance.oneOf(last[country])}`
}

const abroad: Readonly<Record<Country, string>> = {
  ES: '+34',
  FR: '+33',
  DE: '+49',
  IT: '+39',
  PT: '+351',
  NL: '+31',
  GB: '+44',
  BE: '+32',
  AT: '+43',
}

/** A telephone number of a town, or a mobile one where the town has no say. */
export function phone(chance: Chance, country: Country, dialling: string): string {
  const code = abroad[country]
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
  const start: Readonly<Record<Country, string>> = {
    ES: '6',
    FR: '6',
    DE: '17',
    IT: '34',
    PT: '91',
    NL: '6',
    GB: '77',
    BE: '47',
    AT: '66',
  }
  return `${abroad[country]} ${grouped(chance, start[country] + chance.digits(9 - start[country].length), [3, 3, 3])}`
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
