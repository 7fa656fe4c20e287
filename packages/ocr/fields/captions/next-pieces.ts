import type { Box, Rule } from '../../page/recognised-page.js'
import { letterSize, type WordPiece } from './word-pieces.js'

/** Where a text can go on: to the right, or at the beginning of the next line in the same print. One piece or none. */
export interface Continuations {
  toTheRight(of: WordPiece): readonly WordPiece[]
  inTheNextLine(of: WordPiece, beginning: WordPiece): readonly WordPiece[]
}

/** How wide a gap between words of a caption may be, and how far apart its lines, in heights of a letter. */
const WIDEST_GAP = 1.6
const WIDEST_LEADING = 2.3
const LARGEST_INDENT = 2.5

/** How the pieces on a page follow each other; never across a vertical line of the form. */
export function continuations(pieces: readonly WordPiece[], rules: readonly Rule[]): Continuations {
  const uprights = rules.filter(({ direction }) => direction === 'vertical').map(({ box }) => box)
  const right = new Map(
    pieces.map((piece) => [
      piece,
      nearest(
        pieces.filter(
          (other) => other !== piece && isBeside(piece, other) && !isBetween(uprights, piece.box, other.box),
        ),
        ({ box }) => box.x,
      ),
    ]),
  )
  const starts = lineStarts(pieces, right)
  const below = new Map<WordPiece, Map<WordPiece, readonly WordPiece[]>>()
  return {
    toTheRight: (of) => right.get(of) ?? [],
    inTheNextLine: (of, beginning) =>
      remembered(
        remembered(below, beginning, () => new Map<WordPiece, readonly WordPiece[]>()),
        of,
        () => {
          const lefts = [beginning.box.x, (starts.get(beginning) ?? beginning).box.x]
          const beneath = pieces.filter((other) =>
            lefts.some((left) => isBelow(of.box, beginning.box, left, other.box)),
          )
          const begins = beneath.filter((other) => !starts.has(other))
          return nearest(
            begins.length > 0 ? begins : beneath,
            ({ box }) => box.y + Math.min(...lefts.map((left) => Math.abs(box.x - left))),
          ).filter((piece) => isSamePrint(of, piece))
        },
      ),
  }
}

/** Capitals or larger letters below a caption were filled in, much as the words resemble it. */
function isSamePrint({ word: above }: WordPiece, { word: below }: WordPiece): boolean {
  if (/\p{Ll}/u.test(above.text) && /^\P{Ll}*\p{Lu}{4}\P{Ll}*$/u.test(below.text)) return false
  const [size, sizeBelow] = [letterSize([above]), letterSize([below])]
  return size === undefined || sizeBelow === undefined || sizeBelow < LARGER * size || below.text.length < 4
}

const LARGER = 1.3

/** Where the line of each piece begins: the number of a box before it is not counted. */
function lineStarts(
  pieces: readonly WordPiece[],
  right: ReadonlyMap<WordPiece, readonly WordPiece[]>,
): ReadonlyMap<WordPiece, WordPiece> {
  const starts = new Map<WordPiece, WordPiece>()
  for (const piece of pieces.toSorted((one, other) => one.box.x - other.box.x)) {
    const start = starts.get(piece) ?? piece
    const isNumber = /^\d{1,2}\W*$/.test(start.word.text)
    for (const next of right.get(piece) ?? [])
      if (!starts.has(next)) starts.set(next, isNumber ? next : start)
  }
  return starts
}

function remembered<Key, Value>(known: Map<Key, Value>, key: Key, find: () => Value): Value {
  const value = known.get(key)
  if (value !== undefined) return value
  const found = find()
  known.set(key, found)
  return found
}

function isBeside(one: WordPiece, other: WordPiece): boolean {
  const height = Math.max(one.box.height, other.box.height)
  const gap = other.box.x - (one.box.x + one.box.width)
  const apart = Math.abs(middle(one.box) - middle(other.box))
  // Boxes of recognised words overlap.
  const follows = other.box.x > one.box.x && gap > -Math.max(height, 0.7 * one.box.width)
  return follows && gap < WIDEST_GAP * height && apart < 0.6 * height
}

function isBelow(line: Box, beginning: Box, left: number, other: Box): boolean {
  const down = middle(other) - middle(line)
  const height = Math.max(line.height, beginning.height)
  const indent = Math.abs(other.x - left)
  return down > 0.6 * height && down < WIDEST_LEADING * height && indent < LARGEST_INDENT * height
}

function isBetween(uprights: readonly Box[], left: Box, right: Box): boolean {
  const from = left.x + left.width / 2
  const to = right.x + right.width / 2
  const at = (middle(left) + middle(right)) / 2
  return uprights.some(({ x, y, width, height }) => {
    const across = x + width / 2
    return across > from && across < to && y <= at && y + height >= at
  })
}

const middle = ({ y, height }: Box): number => y + height / 2

function nearest(pieces: readonly WordPiece[], distance: (piece: WordPiece) => number): readonly WordPiece[] {
  const [first, ...others] = pieces
  if (first === undefined) return []
  return [others.reduce((best, piece) => (distance(piece) < distance(best) ? piece : best), first)]
}
