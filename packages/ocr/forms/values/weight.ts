import type { FoundValue } from './found-value.js'
import type { Hints } from './hints.js'
import { measured, type Unit } from './measured.js'

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
