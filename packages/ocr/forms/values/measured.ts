import type { FoundValue } from './found-value.js'
import { NUMBER, numberWay } from './number-ways.js'

/** A unit of measure. */
export interface Unit {
  /** what it is called */
  readonly pattern: RegExp
  /** how many of ours it is */
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
export function measured(
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
