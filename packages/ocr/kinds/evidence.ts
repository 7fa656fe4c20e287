import { plainLetters } from '../fields/values/letters.js'
import type { RecognisedPage } from '../page/recognised-page.js'
import type { TextLine } from '../page/text-lines.js'
import { type Cue, cues } from './cues.js'

/** A place of the page where words say something of its kind. */
export interface Sighting {
  readonly line: TextLine
  /** whether it begins its line */
  readonly begins: boolean
}

/** What a page shows of its kind: each cue with the places where it stands. */
export type Evidence = ReadonlyMap<Cue, readonly Sighting[]>

/** Looks at every line of a page for the cues of all kinds. */
export function evidenceOn(lines: readonly TextLine[]): Evidence {
  const plain = lines.map((line) => ({ line, text: ` ${plainLetters(line.text)} ` }))
  return new Map(
    [...cues].map(([cue, phrases]) => [
      cue,
      plain.flatMap(({ line, text }) => {
        if (!phrases.some((each) => text.includes(` ${each} `))) return []
        return { line, begins: phrases.some((each) => text.startsWith(` ${each} `)) }
      }),
    ]),
  )
}

const TOP = 0.4
const MOST_WORDS_OF_A_TITLE = 9
/** A title is printed larger than what follows it. */
const LARGER = 1.25

/** How much sightings say that this is the page's title: 0 no, 1 likely, 2 it is printed larger than the rest. */
export function titleWeight(
  sightings: readonly Sighting[],
  { height }: RecognisedPage,
  usual: number,
): number {
  return Math.max(0, ...sightings.map((sighting) => weightOf(sighting, height, usual)))
}

function weightOf({ begins, line }: Sighting, pageHeight: number, usual: number): number {
  const stands = begins && line.box.y < pageHeight * TOP && line.words.length <= MOST_WORDS_OF_A_TITLE
  if (!stands) return 0
  return line.box.height >= LARGER * usual ? 2 : 1
}

/** The height of most of a page's lines. */
export function usualHeight(lines: readonly TextLine[]): number {
  const heights = lines.map(({ box }) => box.height).toSorted((a, b) => a - b)
  return heights[Math.floor(heights.length / 2)] ?? 0
}

const AMOUNT = /(?:[€$£]|\b(?:eur|usd|gbp|chf)\b)\s?\d|\d[.,]\d{2}\s?(?:[€$£]|(?:eur|usd|gbp|chf)\b)/giu
const PRICE = /(?<![\d.,])\d{1,3}(?:[.\s]?\d{3})*,\d{2}(?![\d])|(?<![\d.,])\d{1,6}\.\d{2}(?![\d])/gu

/** How many amounts of money stand on a page, with a currency and as bare prices of two decimals. */
export function moneyOn(lines: readonly TextLine[]): { readonly amounts: number; readonly prices: number } {
  const count = (pattern: RegExp): number =>
    lines.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0)
  return { amounts: count(AMOUNT), prices: count(PRICE) }
}
