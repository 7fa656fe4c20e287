import { differAtMost } from '../values/letters.js'
import { wordList } from '../word-list.js'

/** What a label on a delivery note, a letter or a form says of the value behind it. */
const meanings = [
  'sender',
  'receiver',
  'carrier',
  'pickup',
  'delivery',
  'pickup_date',
  'delivery_date',
  'issue_date',
  'issue_place',
  'pickup_times',
  'delivery_times',
  'reference',
  'number',
  'goods',
  'packages',
  'packing',
  'weight',
  'volume',
  'marks',
  'hs_code',
  'un_number',
  'adr_class',
  'packing_group',
  'temperature',
  'vehicle',
  'trailer',
  'driver',
  'driver_phone',
  'licence',
  'seals',
  'documents',
  'instructions',
  'notes',
  'agreements',
  'cash_on_delivery',
  'declared_value',
  'article',
  'member',
  'other',
] as const

/** `number` is the paper's own; `member` belongs to a party's address block; `other` is of no interest to us. */
export type Meaning = (typeof meanings)[number]

export interface KnownLabel {
  readonly means: Meaning
  readonly languages: readonly string[]
}

/** A label that was seen on a page, and how certainly it is that one. */
export interface SeenLabel extends KnownLabel {
  readonly certainty: number
}

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
  for (const language of ['es', 'en', 'fr', 'de', 'it', 'pt']) {
    const labels = wordList('labels', language, meanings)
    for (const means of meanings) {
      for (const text of labels.get(means) ?? []) {
        const before = all.get(bare(text))
        // "Firma" is a signature in Spanish and a company in German; what we have no use for gives way.
        all.set(bare(text), {
          means: before === undefined || before.means === 'other' ? means : before.means,
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
