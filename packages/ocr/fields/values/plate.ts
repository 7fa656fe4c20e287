import type { FoundValue } from './found-value.js'

/** Plates: `9` stands for a digit, `A` for a letter, `-` for a dash or a blank, `~` for one of them or nothing. */
const sureForms = `
  9999~AAA A~9999~AAA A-9999-A A-9999-AA AA-9999-A AA-9999-AA AA-99999-A AA~999~AA AA~999~AA AA~99999 ${germanForms()}
  99-AA-99 AA-99-AA 99-99-AA AA-99-99 A-999999 AA-99999 99-AAA-9 99-AA-AA AA-99-AA AA-AA-99 9-AAA-99 A-999-AA AA-999-A 99-AA-99
  9~AAA~999 A~AAA~999 AAA-999 AA99~AAA A999~AAA A99~AAA A-999-AAA AA-99-AAA A-99999A A-9999AA AA-999AA AA-999A A-999AAA AA-99AAA`

// Of countries whose plates other numbers resemble: Poland, Czechia, Hungary, Lithuania, Bulgaria, Switzerland.
const doubtfulForms = `AA-99999 AAA-99999 AA-9999A AAA-99AA AAA-A999 AA-999AA AAA-9999 9A9-9999 9AA-9999
  AAA-999 AA-AA-999 AAA-999 AA-9999-AA A-9999-AA AA-999999 AA-99999 AA-9999`

function germanForms(): string {
  const all = ['A', 'AA', 'AAA'].flatMap((town) =>
    ['A', 'AA'].flatMap((letters) =>
      ['9', '99', '999', '9999'].map((number) => `${town}-${letters}~${number}`),
    ),
  )
  return all.join(' ')
}

/** The plates of a vehicle and of what it draws, as `1234 BCD / R-5678-BBC` says them. */
interface Plates {
  readonly vehicle: FoundValue<string>
  readonly trailer?: FoundValue<string>
}

const SLOTS: ReadonlyMap<string, string> = new Map([
  ['9', '\\d'],
  ['A', '\\p{Lu}'],
  ['-', '(?:\\s?[-–]\\s?|\\s)'],
  ['~', '(?:\\s?[-–]\\s?|\\s)?'],
])
const patternOf = (form: string): string => Array.from(form, (slot) => SLOTS.get(slot) ?? slot).join('')
const anyOf = (forms: string): string =>
  forms
    .trim()
    .split(/\s+/)
    .map(patternOf)
    .toSorted((a, b) => b.length - a.length)
    .join('|')
const START = '(?<![\\p{L}\\p{N}-])'
const END = '(?![\\p{L}\\p{N}]|-\\p{N})'

// With how certainly each is a plate. The last one is whatever mixes letters and digits, such as plates that were misread.
const ways: readonly (readonly [RegExp, number])[] = [
  [new RegExp(`${START}(?:${anyOf(sureForms)})${END}`, 'gu'), 1],
  [new RegExp(`${START}(?:${anyOf(doubtfulForms)})${END}`, 'gu'), 0.95],
  [
    /(?<![\p{L}\p{N}-])(?=[\p{Lu}\d -]{0,9}\d)(?=[\p{Lu}\d -]{0,9}\p{Lu})[\p{Lu}\d]{1,8}(?:[ -][\p{Lu}\d]{1,6}){0,2}(?![\p{L}\p{N}-])/gu,
    0.6,
  ],
]

/** The first plate of a text: upper case, its parts kept apart by a single space or dash as they stand there. */
export function readPlate(text: string): FoundValue<string> | undefined {
  return platesIn(text)[0]?.plate
}

/** The plate of the vehicle and, behind it, that of its trailer. */
export function readPlates(text: string): Plates | undefined {
  const [vehicle, trailer] = platesIn(text)
  if (vehicle === undefined) return undefined
  return { vehicle: vehicle.plate, ...(trailer && { trailer: trailer.plate }) }
}

function platesIn(text: string): readonly { readonly at: number; readonly plate: FoundValue<string> }[] {
  const upper = text.slice(0, 400).toUpperCase()
  // Every plate has a digit, most texts have none, and the forms are many.
  if (!/\d/.test(upper) || upper.length !== Math.min(400, text.length)) return []
  for (const [pattern, plausibility] of ways) {
    const found = Array.from(upper.matchAll(pattern), ({ 0: plate, index: at }) => ({
      at,
      plate: { value: normal(plate), source: text.slice(at, at + plate.length), plausibility },
    })).filter(({ plate }) => plate.value.length >= 5 && plate.value.length <= 12)
    if (found.length > 0) return found
  }
  return []
}

const normal = (plate: string): string => plate.replace(/\s?[-–]\s?/g, '-').replace(/\s+/g, ' ')
