import type { Box, RecognisedPage, RecognisedWord } from '../../page/recognised-page.js'
import { boxOf } from '../../page/text-lines.js'
import { type Continuations, continuations } from './next-pieces.js'
import { bareLetters, lacking, letterSet, letterSize, type WordPiece, wordPieces } from './word-pieces.js'

/**
 * How many letters of each beginning of a caption are wrong, missing or too many, for the text read so far. Only beginnings
 * about as long as what was read are looked at: the others are too far off.
 */
interface Distances {
  readonly letters: number
  readonly byLength: Uint8Array
}

const TOO_FAR = 255

/** Before anything is read, every letter of each beginning is missing. */
function nothingRead(caption: string, most: number): Distances {
  const byLength = new Uint8Array(caption.length + 1).fill(TOO_FAR)
  for (let length = 0; length <= Math.min(most, caption.length); length++) byLength[length] = length
  return { letters: 0, byLength }
}

/** After a piece of text more is read. Distances above the allowed maximum are not distinguished. */
function readOn(distances: Distances, caption: string, piece: string, most: number): Distances {
  let { letters, byLength: before } = distances
  for (const letter of piece) {
    letters += 1
    const after = new Uint8Array(caption.length + 1).fill(TOO_FAR)
    const first = Math.max(0, letters - most)
    const last = Math.min(caption.length, letters + most)
    for (let length = first; length <= last; length++) {
      const more = (before[length] ?? TOO_FAR) + 1
      const wrong =
        length === 0 ? TOO_FAR : (before[length - 1] ?? TOO_FAR) + (caption[length - 1] === letter ? 0 : 1)
      const fewer = length === 0 ? TOO_FAR : (after[length - 1] ?? TOO_FAR) + 1
      after[length] = Math.min(more, wrong, fewer, TOO_FAR)
    }
    before = after
  }
  return { letters, byLength: before }
}

/** For the whole caption. */
const distanceToWhole = ({ byLength }: Distances): number => byLength.at(-1) ?? TOO_FAR

/**
 * Whether what was read can be how a caption begins: not too much of it is wrong. Letters of the caption that are missing so
 * far count only against the caption as a whole.
 */
function canGoOn({ letters, byLength }: Distances, most: number): boolean {
  const mostOfRead = 0.3 * letters
  return byLength.some(
    (distance, length) => distance <= most && distance - Math.max(0, length - letters) <= mostOfRead,
  )
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
    return pieces
      .filter((piece) => !cannotBegin(piece, letters, beginnings, most))
      .flatMap((piece) => fitsFrom(piece, caption, letters, next))
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

function fitsFrom<Meaning>(
  start: WordPiece,
  caption: KnownCaption<Meaning>,
  letters: string,
  next: Continuations,
): readonly Fit<Meaning>[] {
  const most = mayBeWrong(letters.length)
  const fits: Fit<Meaning>[] = []
  const goOn = (path: readonly WordPiece[], last: WordPiece, line: Line, before: Distances): void => {
    const distances = readOn(before, letters, last.letters, most)
    if (!canGoOn(distances, most)) return
    const pieces = [...path, last]
    const wrong = distanceToWhole(distances)
    if (wrong <= most) fits.push({ caption, pieces, letters: letters.length, wrong })
    if (distances.letters >= letters.length + most) return
    for (const right of next.toTheRight(last)) goOn(pieces, right, line, distances)
    if (line.number === MOST_LINES) return
    for (const below of next.inTheNextLine(last, line.beginning).filter((piece) => isSamePrint(last, piece)))
      goOn(pieces, below, { beginning: below, number: line.number + 1 }, distances)
  }
  goOn([], start, { beginning: start, number: 1 }, nothingRead(letters, most))
  return fits
}

/** Capitals or larger letters below a caption were filled in, much as the words resemble it. */
function isSamePrint({ word: above }: WordPiece, { word: below }: WordPiece): boolean {
  if (/\p{Ll}/u.test(above.text) && /^\P{Ll}*\p{Lu}{4}\P{Ll}*$/u.test(below.text)) return false
  const [size, sizeBelow] = [letterSize([above]), letterSize([below])]
  return size === undefined || sizeBelow === undefined || sizeBelow < LARGER * size || below.text.length < 4
}

const LARGER = 1.3

/** Which letters a text has up to each of its letters. */
function setsOfBeginnings(letters: string): readonly number[] {
  const sets = [0]
  for (const letter of letters) sets.push((sets.at(-1) ?? 0) | letterSet(letter))
  return sets
}

/**
 * Whether a word has so many letters that the beginning of the caption has not, that there is no need to look closer. Each of them
 * is one wrong letter at least, besides those of the caption that are missing, so `canGoOn` would say no.
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
