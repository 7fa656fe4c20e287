import type { GreyImage } from './grey-image.js'

/** Which pixels of an image are dark, row by row: 1 or 0. */
export interface Ink {
  readonly width: number
  readonly height: number
  readonly dark: Uint8Array
}

/** Everything darker than a shade, of an image in even light. */
export function inkOf({ width, height, pixels }: GreyImage, lighterThan: number): Ink {
  const dark = new Uint8Array(pixels.length)
  for (let at = 0; at < pixels.length; at += 1) dark[at] = (pixels[at] ?? 255) < lighterThan ? 1 : 0
  return { width, height, dark }
}

// Pixels on a side that the processor keeps at hand.
const BLOCK = 64

/** The same with rows for columns. */
export function transposed({ width, height, dark }: Ink): Ink {
  const columns = new Uint8Array(dark.length)
  for (let top = 0; top < height; top += BLOCK)
    for (let left = 0; left < width; left += BLOCK)
      for (let y = top; y < Math.min(height, top + BLOCK); y += 1)
        for (let x = left; x < Math.min(width, left + BLOCK); x += 1)
          columns[x * height + y] = dark[y * width + x] ?? 0
  return { width: height, height: width, dark: columns }
}

/** A run of ink along one row; the end is not part of it. */
export interface Run {
  readonly y: number
  readonly start: number
  readonly end: number
}

/** A drawn line that runs more or less level, as the runs that make it up. */
export interface LevelLine {
  readonly runs: readonly Run[]
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

// In pixels of 1/260 inch. No stroke of a letter is so long.
const LEAST_RUN = 30
const LEAST_LENGTH = 100
const THICKEST = 11
const WIDEST_GAP = 18
const LEAST_COVERED = 0.7

/** The drawn lines among some ink: thin and long, perhaps with gaps, and perhaps not quite level. */
export function levelLines(ink: Ink): readonly LevelLine[] {
  return connected(longRuns(ink)).filter(isLine)
}

function longRuns({ width, height, dark }: Ink): readonly Run[] {
  const runs: Run[] = []
  for (let y = 0; y < height; y += 1) {
    const row = y * width
    // A run that long has a dark pixel at every so many, and most of the paper is passed over.
    for (let x = LEAST_RUN - 1; x < width; x += LEAST_RUN) {
      if (dark[row + x] !== 1) continue
      let start = x
      while (start > 0 && dark[row + start - 1] === 1) start -= 1
      let end = x + 1
      while (end < width && dark[row + end] === 1) end += 1
      if (end - start >= LEAST_RUN) runs.push({ y, start, end })
      while (x + LEAST_RUN < end) x += LEAST_RUN
    }
  }
  return runs
}

/** Runs that touch, or follow each other after a small gap, belong together; a line that falls goes on one row lower. */
function connected(runs: readonly Run[]): readonly LevelLine[] {
  const owner = runs.map((_, index) => index)
  const find = (index: number): number => {
    let root = index
    while (owner[root] !== root) root = owner[root] ?? root
    owner[index] = root
    return root
  }
  let first = 0
  for (const [index, run] of runs.entries()) {
    while ((runs[first]?.y ?? run.y) < run.y - 2) first += 1
    for (let other = first; other < index; other += 1) {
      const before = runs[other]
      if (before && before.start < run.end + WIDEST_GAP && run.start < before.end + WIDEST_GAP)
        owner[find(index)] = find(other)
    }
  }
  const groups = new Map<number, Run[]>()
  for (const [index, run] of runs.entries()) {
    const root = find(index)
    const group = groups.get(root)
    if (group) group.push(run)
    else groups.set(root, [run])
  }
  return [...groups.values()].map(lineOf)
}

function lineOf(runs: readonly Run[]): LevelLine {
  const line = { left: Number.POSITIVE_INFINITY, right: 0, top: Number.POSITIVE_INFINITY, bottom: 0 }
  for (const { y, start, end } of runs) {
    line.left = Math.min(line.left, start)
    line.right = Math.max(line.right, end)
    line.top = Math.min(line.top, y)
    line.bottom = Math.max(line.bottom, y + 1)
  }
  return { ...line, runs }
}

function isLine({ runs, left, right }: LevelLine): boolean {
  if (right - left < LEAST_LENGTH) return false
  const covered = new Uint8Array(right - left)
  for (const { start, end } of runs) covered.fill(1, start - left, end - left)
  const columns = covered.reduce((sum, one) => sum + one, 0)
  const pixels = runs.reduce((sum, { start, end }) => sum + end - start, 0)
  return columns >= (right - left) * LEAST_COVERED && pixels <= columns * THICKEST
}
