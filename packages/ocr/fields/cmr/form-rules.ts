import type { Box, RecognisedWord, Rule } from '../../page/recognised-page.js'

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

/** The printed lines of a form, put together where recognition saw them in pieces. */
export interface FormRules {
  readonly vertical: readonly Box[]
  readonly horizontal: readonly Box[]
}

/** @param gap how far apart pieces of a line may be */
export function formRules(rules: readonly Rule[], gap: number): FormRules {
  const pieces = (direction: Rule['direction']): readonly Box[] =>
    rules.filter((rule) => rule.direction === direction).map(({ box }) => box)
  return {
    vertical: pieces('vertical')
      .map(turned)
      .toSorted(byStart)
      .reduce<readonly Box[]>((lines, piece) => joined(lines, piece, gap), [])
      .map(turned),
    horizontal: pieces('horizontal')
      .toSorted(byStart)
      .reduce<readonly Box[]>((lines, piece) => joined(lines, piece, gap), []),
  }
}

const turned = ({ x, y, width, height }: Box): Box => ({ x: y, y: x, width: height, height: width })
const byStart = (one: Box, other: Box): number => one.x - other.x

/** How far pieces of one line may lie apart across its direction. */
const ASIDE = 6

function joined(lines: readonly Box[], piece: Box, gap: number): readonly Box[] {
  const index = lines.findIndex(
    (line) => Math.abs(middleOf(line) - middleOf(piece)) <= ASIDE && piece.x - rightOf(line) <= gap,
  )
  const line = lines[index]
  if (line === undefined) return [...lines, piece]
  const width = Math.max(rightOf(line), rightOf(piece)) - line.x
  return lines.with(index, { ...line, width })
}

/** The lines that cross a height of the page, by where they do. */
export const uprightsAt = ({ vertical }: FormRules, y: number): readonly number[] =>
  vertical.filter((line) => line.y <= y && bottomOf(line) >= y).map(centreOf)

/** The heights of the lines that run along most of a range. */
export const levelsAlong = ({ horizontal }: FormRules, left: number, right: number): readonly number[] =>
  horizontal
    .filter((line) => Math.min(right, rightOf(line)) - Math.max(left, line.x) >= 0.75 * (right - left))
    .map(middleOf)
    .toSorted((one, other) => one - other)
