import type { Box, Rule } from '../../page/recognised-page.js'
import { bottomOf, centreOf, middleOf, rightOf } from './neighbours.js'

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

/** The heights of the lines that run along most of a stretch. */
export const levelsAlong = ({ horizontal }: FormRules, left: number, right: number): readonly number[] =>
  horizontal
    .filter((line) => Math.min(right, rightOf(line)) - Math.max(left, line.x) >= 0.75 * (right - left))
    .map(middleOf)
    .toSorted((one, other) => one - other)
