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

/** The label that bare letters are, with at most a few of them wrong; certainty 1 when none is. */
export function labelOf(letters: string): (KnownLabel & { readonly certainty: number }) | undefined {
  const exact = known.get(letters)
  if (exact !== undefined) return { ...exact, certainty: 1 }
  if (letters.length < 6 || letters.length > LONGEST) return undefined
  const most = letters.length < 10 ? 1 : 2
  for (const [text, label] of known)
    if (text.length > 5 && differAtMost(text, letters, most)) return { ...label, certainty: 0.93 }
  return undefined
}
