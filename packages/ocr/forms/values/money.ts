import { currencies, formats } from '@ecmr/domain'
import type { FoundValue } from './found-value.js'
import type { Hints } from './hints.js'
import { NUMBER, numberWay } from './number-ways.js'

export interface Money {
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
