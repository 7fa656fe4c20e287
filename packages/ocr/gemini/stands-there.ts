import type { FieldName } from '@ecmr/domain'
import { readCountry, readDate, readVolume, readWeight } from '../forms/values/index.js'
import { plainLetters } from '../forms/values/plain-letters.js'
import type { ReadValue } from '../port.js'

/** What a value that its own words do not bear out is worth at most: somebody has to look at it. */
export const UNPROVEN = 0.5

/** Tells whether words stand in a text, whatever the blanks, signs and accents between. */
export function wordsOf(text: string): (words: string) => boolean {
  const all = tight(text)
  return (words) => {
    const wanted = tight(words)
    return wanted !== '' && all.includes(wanted)
  }
}

const standsIn = (words: string, text: string): boolean => wordsOf(text)(words)

/** Whether the words that are said to give a value do give it, by our own reading of them. */
export function bearsOut(source: string, name: FieldName, value: ReadValue): boolean {
  if (typeof value === 'boolean') return false
  if (typeof value === 'object') return value.every(wordsOf(source))
  if (name.endsWith('_date')) return readDate(source)?.value === value
  if (name.endsWith('_country')) return readCountry(source)?.value === value || standsIn(`${value}`, source)
  if (name === 'goods_weight_kg') return readWeight(source, { unitOfCaption: 'kg' })?.value === value
  if (name === 'goods_volume_m3') return readVolume(source)?.value === value || standsIn(`${value}`, source)
  return standsIn(`${value}`, source)
}

const tight = (text: string): string => plainLetters(text).replaceAll(' ', '')
