import { differAtMost } from '../../values/plain-letters.js'
import { english } from './english.js'
import { french } from './french.js'
import { german } from './german.js'
import { type Labels, type Meaning, meanings } from './meaning.js'
import { spanish } from './spanish.js'

export interface KnownLabel {
  readonly means: Meaning
  readonly languages: readonly string[]
}

/** A label that was seen on a page, and how surely it is that one. */
export interface SeenLabel extends KnownLabel {
  readonly certainty: number
}

const byLanguage: readonly (readonly [string, Labels])[] = [
  ['es', spanish],
  ['en', english],
  ['fr', french],
  ['de', german],
]

/** What is left of a label for comparing: small letters without accents and signs. */
export const bare = (text: string): string =>
  text
    .replace(/[ºª°]/g, 'o')
    .replace(/³/g, '3')
    .normalize('NFD')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]/g, '')

const known: ReadonlyMap<string, KnownLabel> = collect()

function collect(): ReadonlyMap<string, KnownLabel> {
  const all = new Map<string, KnownLabel>()
  for (const [language, labels] of byLanguage) {
    for (const means of meanings) {
      for (const text of labels[means] ?? []) {
        const before = all.get(bare(text))
        all.set(bare(text), {
          means: before?.means ?? means,
          languages: [...(before?.languages ?? []), language],
        })
      }
    }
  }
  return all
}

/** No label has more letters. */
export const LONGEST = Math.max(...Array.from(known.keys(), (text) => text.length)) + 2

// Which letters a text has, as bits: texts that differ by few letters differ by few bits.
const lettersOf = (text: string): number =>
  Array.from(text).reduce((bits, letter) => bits | (1 << (Number.parseInt(letter, 36) % 31)), 0)

const spelled = Array.from(known, ([text, label]) => ({ text, label, bits: lettersOf(text) })).filter(
  ({ text }) => text.length > 5,
)

/** The label that bare letters are. */
export function labelExactly(letters: string): SeenLabel | undefined {
  const label = known.get(letters)
  return label && { ...label, certainty: 1 }
}

/** The label that bare letters are, with at most a few of them wrong; certainty 1 when none is. */
export function labelOf(letters: string): SeenLabel | undefined {
  const exact = labelExactly(letters)
  if (exact !== undefined || letters.length < 6 || letters.length > LONGEST) return exact
  const most = letters.length < 10 ? 1 : 2
  const bits = lettersOf(letters)
  const near = spelled.find(
    (label) =>
      Math.abs(label.text.length - letters.length) < 2 &&
      haveMostlySame(label.bits, bits, 2 * most) &&
      differAtMost(label.text, letters, most),
  )
  return near && { ...near.label, certainty: 0.93 }
}

function haveMostlySame(one: number, other: number, most: number): boolean {
  let different = one ^ other
  let count = 0
  for (; different !== 0 && count <= most; count++) different &= different - 1
  return count <= most
}
