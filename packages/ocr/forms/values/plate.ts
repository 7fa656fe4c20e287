import type { FoundValue } from './found-value.js'
import type { Hints } from './hints.js'
import { plateForms } from './plate-forms.js'

/** The plates of a vehicle and of what it draws, as `1234 BCD / R-5678-BBC` says them. */
export interface Plates {
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
const forms = plateForms.flatMap(({ forms, sure }) =>
  forms.map((form) => ({ pattern: patternOf(form), sure })),
)
const anyOf = (sure: boolean): string =>
  forms
    .filter((form) => form.sure === sure)
    .map(({ pattern }) => pattern)
    .toSorted((a, b) => b.length - a.length)
    .join('|')
const START = '(?<![\\p{L}\\p{N}-])'
const END = '(?![\\p{L}\\p{N}]|-\\p{N})'

// By how surely each is a plate. The last one is whatever mixes letters and digits, such as plates that were misread.
const ways: readonly (readonly [RegExp, number])[] = [
  [new RegExp(`${START}(?:${anyOf(true)})${END}`, 'gu'), 1],
  [new RegExp(`${START}(?:${anyOf(false)})${END}`, 'gu'), 0.95],
  [
    /(?<![\p{L}\p{N}-])(?=[\p{Lu}\d -]{0,9}\d)(?=[\p{Lu}\d -]{0,9}\p{Lu})[\p{Lu}\d]{1,8}(?:[ -][\p{Lu}\d]{1,6}){0,2}(?![\p{L}\p{N}-])/gu,
    0.6,
  ],
]

/** The first plate of a text: upper case, its parts kept apart by a single space or dash as they stand there. */
export function readPlate(text: string, _hints: Hints = {}): FoundValue<string> | undefined {
  return platesIn(text)[0]?.plate
}

/** The plate of the vehicle and, behind it, that of its trailer. */
export function readPlates(text: string, _hints: Hints = {}): Plates | undefined {
  const [vehicle, trailer] = platesIn(text)
  if (vehicle === undefined) return undefined
  return { vehicle: vehicle.plate, ...(trailer && { trailer: trailer.plate }) }
}

function platesIn(text: string): readonly { readonly at: number; readonly plate: FoundValue<string> }[] {
  const upper = text.slice(0, 400).toUpperCase()
  if (upper.length !== Math.min(400, text.length)) return []
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
