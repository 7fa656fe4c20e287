import type { Box, RecognisedPage, RecognisedWord } from '../../page/recognised-page.js'
import { boxOf } from '../../page/text-lines.js'
import { type Continuations, continuations } from './next-pieces.js'
import { bareLetters, codesOf, lacking, letterSet, type WordPiece, wordPieces } from './word-pieces.js'

const TOO_FAR = 255

/** The letters of a caption that is being looked for, and what was read so far, held against each of its beginnings. */
class Reading {
  readonly #caption: Uint8Array
  readonly #most: number
  /** for each word read, how many letters of each beginning of the caption are wrong, missing or too many then */
  readonly #rows: Uint8Array[] = []
  readonly #above: Uint8Array
  readonly #here: Uint8Array

  /** @param most above so many wrong letters distances are not told apart, and only beginnings about as long as what was read are looked at */
  constructor(caption: Uint8Array, most: number) {
    this.#caption = caption
    this.#most = most
    const row = (): Uint8Array => new Uint8Array(caption.length + 1).fill(TOO_FAR)
    this.#above = row()
    this.#here = row()
    const nothing = row()
    // Before anything is read, every letter of each beginning is missing.
    for (let length = 0; length <= Math.min(most, caption.length); length++) nothing[length] = length
    this.#rows.push(nothing)
  }

  /**
   * Reads on after so many words and letters, and says whether what was read can be how the caption begins: not too much of it is wrong. Letters of the
   * caption that are missing so far count only against the caption as a whole.
   */
  readOn(words: number, letters: number, word: Uint8Array): boolean {
    const caption = this.#caption
    const most = this.#most
    const before = this.#rows[words]
    if (before === undefined) return false
    let above = this.#above
    let here = this.#here
    above.set(before)
    let read = letters
    for (const letter of word) {
      read += 1
      const first = Math.max(0, read - most)
      const last = Math.min(caption.length, read + most)
      // Next to what is looked at, where the next letter looks.
      if (first > 0) here[first - 1] = TOO_FAR
      for (let length = first; length <= last; length++) {
        const more = (above[length] ?? TOO_FAR) + 1
        const wrong =
          length === 0 ? TOO_FAR : (above[length - 1] ?? TOO_FAR) + (caption[length - 1] === letter ? 0 : 1)
        const fewer = length === 0 ? TOO_FAR : (here[length - 1] ?? TOO_FAR) + 1
        let least = more < wrong ? more : wrong
        if (fewer < least) least = fewer
        here[length] = least < TOO_FAR ? least : TOO_FAR
      }
      if (last < caption.length) here[last + 1] = TOO_FAR
      const free = above
      above = here
      here = free
    }
    return this.#keep(words + 1, read, above)
  }

  #keep(words: number, letters: number, row: Uint8Array): boolean {
    const kept = this.#rows[words] ?? new Uint8Array(row.length)
    this.#rows[words] = kept
    kept.fill(TOO_FAR)
    const mostOfRead = 0.3 * letters
    let canGoOn = false
    const last = Math.min(row.length - 1, letters + this.#most)
    for (let length = Math.max(0, letters - this.#most); length <= last; length++) {
      const distance = row[length] ?? TOO_FAR
      kept[length] = distance
      const missing = length > letters ? length - letters : 0
      if (distance <= this.#most && distance - missing <= mostOfRead) canGoOn = true
    }
    return canGoOn
  }

  /** How many letters are wrong, missing or too many for the whole caption after so many words. */
  wrongIn(words: number): number {
    return this.#rows[words]?.at(-1) ?? TOO_FAR
  }
}

/** Words that are printed on forms to say what stands beside or below them, or to hint at what to write there. */
export interface KnownCaption<Meaning> {
  readonly means: Meaning
  /** ISO 639-1; null: the same in several */
  readonly language: string | null
  /** as printed, without the box's number; case, accents and punctuation do not matter */
  readonly text: string
}

/** A caption as it stands on a page. */
export interface FoundCaption<Meaning> {
  readonly caption: KnownCaption<Meaning>
  /** those of the page, left to right and line after line */
  readonly words: readonly RecognisedWord[]
  /** what its last word holds behind the caption, as `12/03/2026` in `Fecha:12/03/2026`; mostly nothing */
  readonly behind: string
  readonly box: Box
  /** 0 to 1: how well the words fit; 1 when every letter does */
  readonly certainty: number
}

/** A run of pieces that may be a caption. */
interface Fit<Meaning> {
  readonly caption: KnownCaption<Meaning>
  readonly pieces: readonly WordPiece[]
  readonly letters: number
  readonly wrong: number
}

/**
 * The captions that stand on a page, from the top to the bottom. A few wrong letters, missing accents, words that were split
 * or joined, and a caption that goes on in the line below are no hindrance; a word belongs to one caption only, the one that
 * explains most letters. Captions in several languages side by side are found each by itself.
 */
export function findCaptions<Meaning>(
  page: Pick<RecognisedPage, 'words' | 'rules'>,
  known: readonly KnownCaption<Meaning>[],
): readonly FoundCaption<Meaning>[] {
  const pieces = page.words.flatMap(wordPieces).filter(({ letters }) => letters !== '')
  const next = continuations(pieces, page.rules)
  const fits = known.flatMap((caption) => {
    const letters = bareLetters(caption.text)
    const beginnings = setsOfBeginnings(letters)
    const most = mayBeWrong(letters.length)
    const sought = { caption, letters, most, reading: new Reading(codesOf(letters), most) }
    return pieces
      .filter((piece) => !cannotBegin(piece, letters, beginnings, most))
      .flatMap((piece) => fitsFrom(piece, sought, next))
  })
  return withoutOverlaps(fits)
    .map(asFound)
    .sort((one, other) => one.box.y - other.box.y || one.box.x - other.box.x)
}

/** How many letters of a caption may be wrong: none of a short one, a third of a long one. */
function mayBeWrong(letters: number): number {
  if (letters < 6) return 0
  return letters < 8 ? 1 : Math.floor(letters * (letters < 13 ? 0.25 : 0.34))
}

/** No caption takes more lines than this. */
const MOST_LINES = 3

interface Sought<Meaning> {
  readonly caption: KnownCaption<Meaning>
  readonly letters: string
  readonly most: number
  readonly reading: Reading
}

function fitsFrom<Meaning>(
  start: WordPiece,
  { caption, letters, most, reading }: Sought<Meaning>,
  next: Continuations,
): readonly Fit<Meaning>[] {
  const fits: Fit<Meaning>[] = []
  const path: WordPiece[] = []
  const goOn = (last: WordPiece, line: Line, before: number): void => {
    if (!reading.readOn(path.length, before, last.codes)) return
    path.push(last)
    const read = before + last.letters.length
    const wrong = reading.wrongIn(path.length)
    if (wrong <= most) fits.push({ caption, pieces: [...path], letters: letters.length, wrong })
    if (read < letters.length + most) {
      for (const right of next.toTheRight(last)) goOn(right, line, read)
      if (line.number < MOST_LINES)
        for (const below of next.inTheNextLine(last, line.beginning))
          goOn(below, { beginning: below, number: line.number + 1 }, read)
    }
    path.pop()
  }
  goOn(start, { beginning: start, number: 1 }, 0)
  return fits
}

/** Which letters a text has up to each of its letters. */
function setsOfBeginnings(letters: string): readonly number[] {
  const sets = [0]
  for (const letter of letters) sets.push((sets.at(-1) ?? 0) | letterSet(letter))
  return sets
}

/**
 * Whether a word has so many letters that the beginning of the caption has not, that there is no need to look closer. Each of them
 * is one wrong letter at least, besides those of the caption that are missing, so `Reading.readOn` would say no.
 */
function cannotBegin(
  { letters, letterSet: set }: WordPiece,
  caption: string,
  beginnings: readonly number[],
  most: number,
): boolean {
  const longest = letters.length + most
  const beginning = beginnings[Math.min(longest, caption.length)] ?? 0
  return (
    letters.length > caption.length + most || lacking(set, beginning) > Math.min(most, 0.3 * letters.length)
  )
}

interface Line {
  readonly beginning: WordPiece
  readonly number: number
}

/** A caption that is explained in few letters gives way to one that explains more of the same words. */
function withoutOverlaps<Meaning>(fits: readonly Fit<Meaning>[]): readonly Fit<Meaning>[] {
  const worth = ({ letters, wrong }: Fit<Meaning>): number => letters - 2 * wrong
  const taken = new Set<WordPiece>()
  return [...fits]
    .sort((one, other) => worth(other) - worth(one))
    .filter(({ pieces }) => {
      if (pieces.some((piece) => taken.has(piece))) return false
      for (const piece of pieces) taken.add(piece)
      return true
    })
}

function asFound<Meaning>({ caption, pieces, letters, wrong }: Fit<Meaning>): FoundCaption<Meaning> {
  const words = [...new Set(pieces.map(({ word }) => word))]
  return {
    caption,
    words,
    behind: pieces.at(-1)?.behind ?? '',
    box: boxOf(pieces),
    certainty: 1 - wrong / letters,
  }
}
