import type { RecognisedPage } from '../../page/recognised-page.js'
import { bareLetters } from './bare-letters.js'
import { canGoOn, type Distances, distanceToWhole, nothingRead, readOn } from './edit-distance.js'
import type { FoundCaption, KnownCaption } from './known-caption.js'
import { lacking, letterSet } from './letter-set.js'
import { letterSize } from './letter-size.js'
import { type Continuations, continuations } from './next-pieces.js'
import { unionOf } from './union-of.js'
import { type WordPiece, wordPieces } from './word-pieces.js'

export type { FoundCaption, KnownCaption } from './known-caption.js'

/** A stretch of pieces that may be a caption. */
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
    const set = letterSet(letters)
    const most = mayBeWrong(letters.length)
    return pieces
      .filter((piece) => !areStrangers(piece, letters, set, most))
      .flatMap((piece) => fitsFrom(piece, caption, letters, next))
  })
  return withoutOverlaps(fits)
    .map(asFound)
    .sort((one, other) => one.box.y - other.box.y || one.box.x - other.box.x)
}

/** How many letters of a caption may be wrong: none of a short one, a third of a long one. */
export function mayBeWrong(letters: number): number {
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

/** Capitals or larger letters below a caption are what somebody wrote there, much as the words resemble it. */
function isSamePrint({ word: above }: WordPiece, { word: below }: WordPiece): boolean {
  if (/\p{Ll}/u.test(above.text) && /^\P{Ll}*\p{Lu}{4}\P{Ll}*$/u.test(below.text)) return false
  const [size, sizeBelow] = [letterSize([above]), letterSize([below])]
  return size === undefined || sizeBelow === undefined || sizeBelow < LARGER * size || below.text.length < 4
}

const LARGER = 1.3

/** Whether a word has so many letters that the caption has not, that there is no need to look closer. */
const areStrangers = (piece: WordPiece, letters: string, set: number, most: number): boolean =>
  lacking(piece.letterSet, set) > Math.min(most, 0.3 * piece.letters.length) ||
  piece.letters.length > letters.length + most

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
    box: unionOf(pieces.map(({ box }) => box)),
    certainty: 1 - wrong / letters,
  }
}
