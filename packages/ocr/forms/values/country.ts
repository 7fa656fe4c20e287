import { allCountryNames, roadCountryNames } from './countries/country-names.js'
import { countryOfCode } from './countries/road-countries.js'
import type { FoundValue } from './found-value.js'
import type { Hints } from './hints.js'
import { REPAIRED } from './misread-digits.js'
import { differAtMost, plainLetters } from './plain-letters.js'

const LONGEST = 200
// Not guessed from misread names: Almería is no Algeria.
const BEYOND_THE_SEA: ReadonlySet<string> = new Set(['DZ', 'MA', 'TN'])
// "Jaén (E)", "Lyon - FR", "Lyon, FRA"
const CODE_BEHIND = /(?:\(\s?([A-Z]{1,3})\s?\)|[-–,/]\s{0,2}([A-Z]{2,3}))\s{0,3}$/u
// "D-80331"
const CODE_BEFORE = /^\s{0,3}([A-Z]{1,3})\s?[-–]\s?(?=\d{4})/u

/** The country that a text names or abbreviates, ISO 3166-1 alpha-2. */
export function readCountry(text: string, _hints: Hints = {}): FoundValue<string> | undefined {
  const source = text.slice(0, LONGEST).trim()
  return whole(source) ?? named(source) ?? coded(source)
}

/** The text is nothing but a country: any of the world, a code, or a name with a letter or two misread. */
function whole(source: string): FoundValue<string> | undefined {
  const name = plainLetters(source)
  const exact = allCountryNames().get(name)
  if (exact !== undefined) return { value: exact, source, plausibility: 1 }
  const code = countryOfCode(source.replace(/[().]/g, ''))
  if (code !== undefined) return { value: code, source, plausibility: 0.95 }
  if (name.length < 6 || name.length > 30) return undefined
  const near = Array.from(roadCountryNames()).filter(
    ([known, code]) =>
      known.length > 4 && !BEYOND_THE_SEA.has(code) && differAtMost(known, name, name.length > 9 ? 2 : 1),
  )
  const [value, ...others] = new Set(near.map(([, each]) => each))
  return value === undefined || others.length > 0 ? undefined : { value, source, plausibility: REPAIRED }
}

/** Somewhere in the text stands the name of a country that lorries reach; the last one, for towns are named like some. */
function named(source: string): FoundValue<string> | undefined {
  const words = Array.from(source.matchAll(/[\p{L}.'’-]+/gu))
  for (let end = words.length; end > 0; end--) {
    for (let begin = Math.max(0, end - 4); begin < end; begin++) {
      const [first, last] = [words[begin], words[end - 1]]
      if (first === undefined || last === undefined) continue
      const part = source.slice(first.index, last.index + last[0].length).replace(/^[-.]+|[-.]+$/g, '')
      const value = part.length < 4 ? undefined : roadCountryNames().get(plainLetters(part))
      if (value !== undefined) return { value, source: part, plausibility: 0.97 }
    }
  }
  return undefined
}

function coded(source: string): FoundValue<string> | undefined {
  const found = CODE_BEHIND.exec(source) ?? CODE_BEFORE.exec(source)
  const code = found?.[1] ?? found?.[2]
  const value = code === undefined ? undefined : countryOfCode(code)
  return code === undefined || value === undefined ? undefined : { value, source: code, plausibility: 0.95 }
}
