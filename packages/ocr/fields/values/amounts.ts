import { currencies, formats } from '@ecmr/domain'
import type { FoundValue, Hints } from './found-value.js'
import { plainLetters } from './letters.js'
import { asDigits, DIGIT, NUMBER, numberWay, REPAIRED } from './numbers.js'

/** A unit of measure. */
interface Unit {
  /** what it is called */
  readonly pattern: RegExp
  /** how many of our units it is */
  readonly factor: number
  /** what a lorry carries at most, in ours */
  readonly most: number
  /** whether three digits behind a lone sign are thousands: `18.400 kg`, but `24,500 t` */
  readonly thousands: boolean
}

const number = (flags: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}.,])${NUMBER}(?![\\p{N}])`, flags)
const BEHIND = /^[\s.,:-]{0,3}/
const BEFORE = /[\s.,:=-]{0,3}$/

/**
 * The first number of a text that has its unit behind or before it, else the first bare one when the caption says the
 * unit. Beyond what a lorry carries a value is hardly plausible.
 */
function measured(
  text: string,
  units: readonly Unit[],
  ofCaption: Unit | undefined,
  language: string | null,
): FoundValue<number> | undefined {
  const numbers = Array.from(text.matchAll(number('gu')))
  for (const found of numbers) {
    const unit = units.find(({ pattern }) => standsBy(pattern, text, found.index, found[0]))
    const value = unit && understood(found[0], unit, language)
    if (value) return { value: value.value, source: found[0], plausibility: value.plausibility }
  }
  const [bare] = numbers
  if (ofCaption === undefined || bare === undefined) return undefined
  const value = understood(bare[0], ofCaption, language)
  const alone = text.trim() === bare[0].trim() ? 0.98 : 0.75
  return value && { value: value.value, source: bare[0], plausibility: value.plausibility * alone }
}

function standsBy(pattern: RegExp, text: string, at: number, number: string): boolean {
  const behind = text.slice(at + number.length, at + number.length + 24).replace(BEHIND, '')
  const before = text.slice(Math.max(0, at - 24), at).replace(BEFORE, '')
  return (
    new RegExp(`^(?:${pattern.source})(?![\\p{L}\\p{N}])`, 'iu').test(behind) ||
    endsWith(pattern, before, behind)
  )
}

// "kg 18.400": only where no other unit or word follows the number.
const endsWith = (pattern: RegExp, before: string, behind: string): boolean =>
  !/^\p{L}/u.test(behind) && new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern.source})$`, 'iu').test(before)

function understood(text: string, { factor, most, thousands }: Unit, language: string | null) {
  const way = numberWay(text, language, thousands)
  if (way === undefined) return undefined
  const value = Number((way.value * factor).toFixed(3))
  return { value, plausibility: value > 0 && value <= most ? way.plausibility : 0.3 }
}

// No lorry on ordinary roads weighs more, load and all.
const most = 60_000

const kilograms: Unit = {
  pattern: /k[gq9]s?|k[gq]r?s?|kilos?|kilogram(?:m?es?|mos?|os?|m)?s?/,
  factor: 1,
  most,
  thousands: true,
}
const tonnes: Unit = {
  pattern: /t|to|tn|tns|tm|mt|ton|tons|tonnes?|tonnen|toneladas?|tonnellate/,
  factor: 1000,
  most,
  thousands: false,
}

/** The first weight of a text, in kilograms. A bare number counts only when the caption says the unit. */
export function readWeight(
  text: string,
  { language = null, unitOfCaption }: Hints & { readonly unitOfCaption?: 'kg' | 't' } = {},
): FoundValue<number> | undefined {
  const ofCaption = unitOfCaption && (unitOfCaption === 'kg' ? kilograms : tonnes)
  return measured(text, [kilograms, tonnes], ofCaption, language)
}

const cubicMetres: Unit = {
  // the raised 3 is often taken for another sign
  pattern: /m\s?[3³?*°’']|cbm|m\^3|metros c[uú]bicos|cubic met(?:re|er)s|m[eè]tres cubes|kubikmeter|mc|rm/,
  factor: 1,
  // a road train holds some 120
  most: 150,
  thousands: false,
}

/** The first volume of a text, in cubic metres. A bare number counts only when the caption says the unit. */
export function readVolume(
  text: string,
  { language = null, unitOfCaption }: Hints & { readonly unitOfCaption?: 'm3' } = {},
): FoundValue<number> | undefined {
  return measured(text, [cubicMetres], unitOfCaption && cubicMetres, language)
}

interface Money {
  /** a decimal string such as `1250.00` */
  readonly amount: string
  /** ISO 4217; null: none is printed */
  readonly currency: string | null
}

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['$', 'USD'],
  ['euro', 'EUR'],
  ['euros', 'EUR'],
  ['eur.', 'EUR'],
  ['zł', 'PLN'],
])
const SIGN = '€|£|\\$|zł|\\p{L}{3,5}\\.?'
const AMOUNT = new RegExp(
  `(?:(?<before>${SIGN})\\s?)?(?<![\\p{L}\\p{N}.,])(?<amount>${NUMBER})(?:,-|\\.-)?(?![\\p{N}])(?:\\s?(?<behind>${SIGN}))?`,
  'giu',
)

/** The first amount of money in a text. */
export function readMoney(text: string, { language = null }: Hints = {}): FoundValue<Money> | undefined {
  const found = Array.from(text.matchAll(AMOUNT), (match) => ({ match, currency: currencyOf(match.groups) }))
  const best = found.find(({ currency }) => currency !== null) ?? found[0]
  const printed = best?.match.groups?.amount
  if (best === undefined || printed === undefined) return undefined
  const way = numberWay(printed, language, true)
  if (way === undefined) return undefined
  const amount = way.value.toFixed(way.decimals.length)
  if (!formats.decimal(amount)) return undefined
  const plausibility = way.plausibility * (best.currency === null ? 0.85 : 1)
  return { value: { amount, currency: best.currency }, source: best.match[0].trim(), plausibility }
}

function currencyOf(groups: Readonly<Record<string, string | undefined>> = {}): string | null {
  for (const sign of [groups.behind, groups.before]) {
    const code = sign?.toUpperCase() ?? ''
    if (currencies.has(code)) return code
    const known = SIGNS.get(sign?.toLowerCase() ?? '')
    if (known !== undefined) return known
  }
  return null
}

// How packages are called, shortened to what all forms of a word share, without accents.
const stems =
  `pal[ae]|pall|europal|epal|eur pal|bult|caj|cart|colis|coli|kolli|pack|pieza|piece|stuck|sac|sack|big ?bag|bid|drum|
  fut|fass|ibc|gr[gv]|conten|contain|jaula|cage|cais|kist|box|crate|case|barril|barrel|bobin|coil|roll|rouleau|rol|unid|unit|uds?|
  gebind|karton|palett|gitterb|fard|ball|bale|bote|bidon|garraf|tambo|tonel|display|cubo|seau|eimer|cuba|europ|trays?|bandej|bund|versch|
  caix|cass[ae]|sacch|fust|rotol|gabb|fasc|feixe|atado|paquet|pacch|bottig|botell|bouteil|flasch|kanist|tromm`.replace(
    /\s*\n\s*/g,
    '',
  )

/** A word that says how goods are packed, in plain letters. */
const PACKING = `(?:${stems})\\p{L}{0,10}`

const COUNT = new RegExp(
  `(?<![\\p{L}\\p{N}.,/x×])(?<count>\\d${DIGIT}{0,4}|\\d[.]\\d{3})(?![\\p{N}.,/])\\s?(?<word>[\\p{L}][\\p{L}. -]{0,20})?`,
  'giu',
)
const PACKED = new RegExp(`^${PACKING}`, 'u')

/** Whether a text is the name of packages, and hardly more. */
export const isPacking = (text: string): boolean =>
  PACKED.test(plainLetters(text)) && text.split(' ').length <= 3
const CAPTION = new RegExp(`(?:^| )${PACKING}$`, 'u')

/** How many packages a text speaks of. */
export function readPackageCount(text: string): FoundValue<number> | undefined {
  const bare = text.trim()
  const counts = Array.from(text.matchAll(COUNT))
  const packed =
    counts.find(({ groups }) => PACKED.test(plainLetters(groups?.word ?? ''))) ??
    counts.find(({ index }) => CAPTION.test(plainLetters(text.slice(Math.max(0, index - 24), index))))
  const found = packed ?? counts.find(({ groups }) => groups?.count === bare)
  const count = found?.groups?.count
  const digits = count === undefined ? undefined : asDigits(count.replace('.', ''))
  if (count === undefined || digits === undefined) return undefined
  const value = Number(digits.digits)
  const usual = value > 0 && value < 10_000 ? 1 : 0.4
  return {
    value,
    source: count,
    plausibility: usual * (digits.repaired ? REPAIRED : 1) * (packed ? 1 : 0.96),
  }
}

/** How goods are packed: what a text says behind a number of packages, or by itself. */
export function readPackaging(text: string): FoundValue<string> | undefined {
  const words = text.replace(/^\s*\d[\d.]{0,6}\s*(?:x\s)?/i, '').trim()
  const [packing = ''] = words.split(/[,;(]/)
  const value = packing.replace(/\s+/g, ' ').trim()
  if (value === '' || !/\p{L}{2}/u.test(value) || value.length > 60) return undefined
  return { value, source: value, plausibility: PACKED.test(plainLetters(value)) ? 1 : 0.7 }
}
