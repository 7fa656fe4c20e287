import { countryOfCode, readCountry } from './country.js'
import type { FoundValue } from './found-value.js'

/** How postal codes look, and where they look so. */
interface PostalForm {
  readonly pattern: string
  readonly countries: readonly string[]
}

// The more telling first: four and five digits are written in half of Europe.
const postalForms: readonly PostalForm[] = [
  { pattern: '[A-Z]{1,2}\\d[A-Z\\d]?\\s?\\d[A-Z]{2}', countries: ['GB'] },
  { pattern: '[A-Z]\\d[\\dW]\\s?[A-Z\\d]{4}', countries: ['IE'] },
  { pattern: '\\d{4}-\\d{3}', countries: ['PT'] },
  { pattern: '\\d{2}-\\d{3}', countries: ['PL'] },
  { pattern: '\\d{4}\\s?[A-Z]{2}', countries: ['NL'] },
  { pattern: '(?:LT|LV|MD|AD|L|S|FI)-?\\d{3,5}', countries: ['LT', 'LV', 'MD', 'AD', 'LU', 'SE', 'FI'] },
  { pattern: '\\d{3}\\s\\d{2}', countries: ['CZ', 'SK', 'SE', 'GR'] },
  { pattern: '\\d{6}', countries: ['RO', 'RU', 'BY'] },
  { pattern: '\\d{5}', countries: ['ES', 'FR', 'DE', 'IT', 'FI', 'EE', 'HR', 'TR', 'RS', 'UA', 'MA'] },
  { pattern: '\\d{4}', countries: ['BE', 'AT', 'CH', 'DK', 'NO', 'HU', 'LU', 'SI', 'BG', 'PT', 'NL'] },
]

/** A town as an address says it; what does not stand there is absent. */
export interface Place {
  readonly city?: FoundValue<string>
  readonly postal_code?: FoundValue<string>
  /** ISO 3166-1 alpha-2 */
  readonly country?: FoundValue<string>
}

const CODE = postalForms.map(({ pattern }) => pattern).join('|')
const TOWN = "\\p{L}[\\p{L}.'’` /-]{0,60}"
const SIGN = '(?:(?<sign>[A-Z]{1,3}|[1l]T?)\\s?[-–]\\s?)?'
const CODE_FIRST = new RegExp(
  `^(?:CP\\.?\\s?|C\\.P\\.\\s?)?${SIGN}(?<code>${CODE})[\\s,.-]{1,4}(?<town>${TOWN})(?<rest>.*)$`,
  'u',
)
const CODE_LAST = new RegExp(
  `^(?<town>${TOWN}?)[\\s,(-]{1,3}${SIGN}(?<code>${CODE})\\)?(?<rest>[\\s,.(-].*)?$`,
  'u',
)
const CODE_ALONE = new RegExp(`^${SIGN}(?<code>${CODE})$`, 'u')
const TOWN_ALONE = new RegExp(`^(?<town>${TOWN}?)(?:(?:\\s[-–/]|\\s?[,(])\\s?(?<rest>.*))?$`, 'u')
const LONGEST = 160

/** The place that a line such as `23001 Jaén (España)` names; undefined when it looks like none. */
export function readPlace(text: string): Place | undefined {
  const line = text
    .slice(0, LONGEST)
    .replace(/\s+/g, ' ')
    .replace(/[\s.,;]+$/, '')
    .trim()
  const alone = wholeCountry(line)
  if (alone !== undefined) return { country: alone }
  const coded = CODE_FIRST.exec(line) ?? CODE_LAST.exec(line) ?? CODE_ALONE.exec(line)
  if (coded?.groups?.code !== undefined) return withCode({ ...coded.groups, code: coded.groups.code })
  return withoutCode(line)
}

function wholeCountry(line: string): FoundValue<string> | undefined {
  const country = readCountry(line)
  return country?.source === line && line.length > 1 ? country : undefined
}

interface Parts {
  readonly code: string
  readonly sign?: string
  readonly town?: string
  readonly rest?: string
}

function withCode({ code, sign, town = '', rest = '' }: Parts): Place | undefined {
  const { name, behind } = townOf(town, rest)
  // "ES-48340", whose town is on the next line
  if (sign === undefined && countryOfCode(name) !== undefined) return withCode({ code, sign: name, rest })
  // The I of Italy looks like a one.
  const isMisread = /^[1l]/.test(sign ?? '')
  const ofSign = sign === undefined ? undefined : countryOfCode(sign.replace(/^[1l]/, 'I'))
  const country: FoundValue<string> | undefined =
    ofSign !== undefined && sign !== undefined
      ? { value: ofSign, source: sign, plausibility: isMisread ? 0.85 : 0.97 }
      : countryBehind(behind)
  return {
    postal_code: { value: code, source: code, plausibility: 1 },
    ...(name !== '' && { city: { value: name, source: name, plausibility: 1 } }),
    ...(country && { country }),
  }
}

// Without a code a town is one if a country stands behind it, and may be one if it is a few words and no number.
function withoutCode(line: string): Place | undefined {
  const parts = TOWN_ALONE.exec(line)?.groups
  const { name, behind } = townOf(parts?.town ?? '', parts?.rest ?? '')
  if (name === '' || name.split(' ').length > 6 || /\d/.test(line)) return undefined
  const country = countryBehind(behind)
  return {
    city: { value: name, source: name, plausibility: country === undefined ? 0.87 : 0.97 },
    ...(country && { country }),
  }
}

/** The town's name, and what stands behind it: a province, a country, the number of a French sorting office. */
function townOf(town: string, rest: string): { readonly name: string; readonly behind: string } {
  const [, before = town, dash = '', after = ''] = /^(.*?)(\s[-–/]\s?|\s?[-–/]\s)(.*)$/u.exec(town) ?? []
  const trimmed = before
    .replace(/\s+CEDEX.*$/iu, '')
    .replace(/[\s.,'’`/-]+$/u, '')
    .trim()
  const country = dash === '' ? lastWordsCountry(trimmed) : undefined
  const name = country === undefined ? trimmed : trimmed.slice(0, -country.length).trim()
  return { name, behind: country ?? `${dash}${after}${rest}` }
}

// "Lyon Francia"
function lastWordsCountry(town: string): string | undefined {
  const words = town.split(' ')
  return words
    .slice(1)
    .map((_, at) => words.slice(at + 1).join(' '))
    .find(
      (words) =>
        words.length > 3 && readCountry(words)?.source === words && readCountry(words)?.plausibility === 1,
    )
}

function countryBehind(behind: string): FoundValue<string> | undefined {
  const bare = behind.replace(/^[\s,.()/–-]+|[\s,.()]+$/gu, '')
  if (bare === '') return undefined
  const bracketed = /[(–,/-]\s?[A-Z]{1,3}\s?\)?$/u.test(behind)
  const country = readCountry(bare.length <= 3 && bracketed ? `(${bare})` : behind)
  return country && { ...country, source: country.source.replace(/^[(\s]+|[)\s]+$/g, '') }
}
