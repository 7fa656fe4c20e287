import type { Box, RecognisedWord } from '../../page/recognised-page.js'

/** How high the letters of words are; the highest counts, as words of low letters only say little. */
export const letterHeight = (words: readonly RecognisedWord[]): number =>
  Math.max(1, ...words.map(({ box }) => box.height))

/** The same of a caption, where frames around numbers and strokes beside letters make some words too high. */
export function captionHeight(words: readonly RecognisedWord[]): number {
  const heights = words.map(({ box }) => box.height).toSorted((one, other) => one - other)
  const usual = heights[Math.floor((heights.length - 1) / 2)] ?? 1
  return Math.max(1, ...heights.filter((height) => height <= FRAMED * usual))
}

const FRAMED = 1.6

export const middleOf = ({ y, height }: Box): number => y + height / 2
export const centreOf = ({ x, width }: Box): number => x + width / 2
export const rightOf = ({ x, width }: Box): number => x + width
export const bottomOf = ({ y, height }: Box): number => y + height

/** Whether another box stands left of one, no farther than that. */
export function besideLeft(one: Box, other: Box, farthest: number): boolean {
  const gap = one.x - rightOf(other)
  return areOnOneLine(one, other) && gap < farthest && gap > -0.5 * other.height && other.x < one.x
}

/** Whether another box stands right of one, no farther than that. */
export function besideRight(one: Box, other: Box, farthest: number): boolean {
  const gap = other.x - rightOf(one)
  return areOnOneLine(one, other) && gap < farthest && gap > -0.5 * other.height
}

const areOnOneLine = (one: Box, other: Box): boolean =>
  Math.min(bottomOf(one), bottomOf(other)) - Math.max(one.y, other.y) >
  0.4 * Math.min(one.height, other.height)

/** How wide a blank between words can be, in heights of a letter; in type of equal widths it is wide. */
export const WORD_GAP = 1.35
