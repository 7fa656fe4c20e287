import type { Ink } from './ink.js'
import type { LevelLine } from './level-lines.js'

/** The ink of a line in one column: from its first row to below its last one. */
export interface LineColumn {
  readonly x: number
  readonly top: number
  readonly bottom: number
}

// Ink that goes on this far beyond a line is no fringe of it.
const FRINGE = 2

/**
 * The columns of a line that nothing but the line has ink in, or something that ends at it. Where a stroke crosses the line, its
 * ink is the stroke's too, and not among them.
 */
export function lineColumns(ink: Ink, line: LevelLine): readonly LineColumn[] {
  const length = line.right - line.left
  const tops = new Int32Array(length).fill(-1)
  const bottoms = new Int32Array(length)
  for (const { y, start, end } of line.runs)
    for (let column = start - line.left; column < end - line.left; column += 1) {
      if (tops[column] === -1) tops[column] = y
      bottoms[column] = y + 1
    }
  const columns: LineColumn[] = []
  for (let column = 0; column < length; column += 1) {
    const [x, top, bottom] = [line.left + column, tops[column] ?? -1, bottoms[column] ?? 0]
    if (top !== -1 && !isCrossed(ink, x, top, bottom)) columns.push({ x, top, bottom })
  }
  return columns
}

/** A stroke crosses when it comes from above and goes on below, perhaps at a slant. */
function isCrossed(ink: Ink, x: number, top: number, bottom: number): boolean {
  return (
    [x - 1, x, x + 1].some((near) => goesOn(ink, near, top - 1, -1)) &&
    [x - 1, x, x + 1].some((near) => goesOn(ink, near, bottom, 1))
  )
}

function goesOn({ width, height, dark }: Ink, x: number, from: number, step: 1 | -1): boolean {
  const last = from + step * FRINGE
  if (last < 0 || last >= height) return false
  for (let y = from; y !== last + step; y += step) if (dark[y * width + x] !== 1) return false
  return true
}
