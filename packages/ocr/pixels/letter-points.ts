import type { Box } from '../page/recognised-page.js'
import type { Ink } from './ink.js'

/** Places of ink, their coordinates apart. */
export interface InkPoints {
  readonly x: readonly number[]
  readonly y: readonly number[]
  /** around each piece of ink that hangs together */
  readonly boxes: readonly Box[]
}

// As parts of the longer side: the longest word and the largest print. Frames, tables and edges of paper are larger.
const LONGEST = 0.08
const THICKEST = 0.03
const LEAST_PIXELS = 3

/** The ink of letters and words: of everything that hangs together and is neither too large nor a speck. */
export function letterPoints({ width, height, dark }: Ink): InkPoints {
  const left = dark.slice()
  const longest = Math.max(width, height) * LONGEST
  const thickest = Math.max(width, height) * THICKEST
  const x: number[] = []
  const y: number[] = []
  const boxes: Box[] = []
  for (let at = 0; at < left.length; at += 1) {
    if (left[at] !== 1) continue
    const piece = taken(left, at, width)
    const across = piece.map((place) => place % width)
    const down = piece.map((place) => Math.floor(place / width))
    const [one, other] = [extent(across), extent(down)]
    const box = { x: least(across), y: least(down), width: one, height: other }
    if (piece.length < LEAST_PIXELS || Math.max(one, other) > longest || Math.min(one, other) > thickest)
      continue
    x.push(...across)
    y.push(...down)
    boxes.push(box)
  }
  return { x, y, boxes }
}

const least = (places: readonly number[]): number => places.reduce((less, place) => Math.min(less, place))

const extent = (places: readonly number[]): number => {
  let [least, most] = [Number.POSITIVE_INFINITY, 0]
  for (const place of places) [least, most] = [Math.min(least, place), Math.max(most, place)]
  return most - least + 1
}

// What hangs together further than this is no word, whatever it is.
const MOST_PIXELS = 4_000

/** Takes a piece of ink away, and gives its places; of a very large one only the first. */
function taken(dark: Uint8Array, start: number, width: number): readonly number[] {
  const piece: number[] = []
  const open = [start]
  dark[start] = 0
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (piece.length < MOST_PIXELS) piece.push(at)
    const column = at % width
    for (const next of [at - width, at + width, column > 0 ? at - 1 : -1, column < width - 1 ? at + 1 : -1])
      if (dark[next] === 1) {
        dark[next] = 0
        open.push(next)
      }
  }
  return piece
}
