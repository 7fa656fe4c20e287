import type { Box } from '../page/recognised-page.js'

// In pixels: dots and accents have their letter next to them, not the next letter.
const LEAST_SIZE = 4
const CLEARLY = 1.5
// More of them say nothing more.
const MOST = 1_500

/**
 * Whether lines of text run up or down: what is next to a letter or word belongs to the same line, since lines are further apart
 * than letters. Columns of typewritten letters do not deceive it, as they do sums of ink.
 */
export function runsUpOrDown(boxes: readonly Box[]): boolean {
  const letters = boxes.filter(({ width, height }) => Math.max(width, height) >= LEAST_SIZE)
  const every = Math.ceil(letters.length / MOST)
  let [beside, aboveOrBelow] = [0, 0]
  for (const letter of letters.filter((_, index) => index % every === 0)) {
    const [across, down] = gapsToNearest(letter, letters)
    if (across < down) beside += 1
    if (down < across) aboveOrBelow += 1
  }
  return aboveOrBelow > beside * CLEARLY
}

/** How far it is to the nearest one at the same height, and to the nearest one above or below. */
function gapsToNearest(letter: Box, letters: readonly Box[]): readonly [number, number] {
  let [across, down] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (const other of letters) {
    if (other === letter) continue
    const besides = gap(letter.x, letter.width, other.x, other.width)
    const above = gap(letter.y, letter.height, other.y, other.height)
    if (above < 0 && besides >= 0) across = Math.min(across, besides)
    if (besides < 0 && above >= 0) down = Math.min(down, above)
  }
  return [across, down]
}

/** Between two stretches; negative when they overlap. */
const gap = (start: number, length: number, other: number, otherLength: number): number =>
  Math.max(start, other) - Math.min(start + length, other + otherLength)
