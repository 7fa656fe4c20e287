import type { Box, Rule } from '../../page/recognised-page.js'
import type { WordPiece } from './word-pieces.js'

/** Where a text can go on: to the right, or at the beginning of the next line. */
export interface Continuations {
  toTheRight(of: WordPiece): WordPiece | undefined
  inTheNextLine(of: WordPiece, beginning: WordPiece): WordPiece | undefined
}

/** How wide a gap between words of a caption may be, and how far apart its lines, in heights of a letter. */
const WIDEST_GAP = 1.6
const WIDEST_LEADING = 2.3
const LARGEST_INDENT = 2.5

/** How the pieces on a page follow each other; never across a vertical line of the form. */
export function continuations(pieces: readonly WordPiece[], rules: readonly Rule[]): Continuations {
  const uprights = rules.filter(({ direction }) => direction === 'vertical').map(({ box }) => box)
  const right = new Map<WordPiece, WordPiece | undefined>()
  const neighbour = (of: WordPiece): WordPiece | undefined =>
    nearest(
      pieces.filter(
        (other) => other !== of && isBeside(of, other) && !isBetween(uprights, of.box, other.box),
      ),
      ({ box }) => box.x,
    )
  return {
    toTheRight: (of) => {
      if (!right.has(of)) right.set(of, neighbour(of))
      return right.get(of)
    },
    inTheNextLine: (of, beginning) =>
      nearest(
        pieces.filter((other) => isBelow(of.box, beginning.box, other.box)),
        ({ box }) => box.y + Math.abs(box.x - beginning.box.x),
      ),
  }
}

function isBeside(one: WordPiece, other: WordPiece): boolean {
  const height = Math.max(one.box.height, other.box.height)
  const gap = other.box.x - (one.box.x + one.box.width)
  const apart = Math.abs(middle(one.box) - middle(other.box))
  return other.box.x > one.box.x && gap > -height && gap < WIDEST_GAP * height && apart < 0.6 * height
}

function isBelow(line: Box, beginning: Box, other: Box): boolean {
  const down = middle(other) - middle(line)
  const height = Math.max(line.height, beginning.height)
  const indent = Math.abs(other.x - beginning.x)
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

function nearest(
  pieces: readonly WordPiece[],
  distance: (piece: WordPiece) => number,
): WordPiece | undefined {
  return pieces.reduce<WordPiece | undefined>(
    (best, piece) => (best === undefined || distance(piece) < distance(best) ? piece : best),
    undefined,
  )
}
