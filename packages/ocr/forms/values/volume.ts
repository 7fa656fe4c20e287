import type { FoundValue } from './found-value.js'
import type { Hints } from './hints.js'
import { measured, type Unit } from './measured.js'

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
