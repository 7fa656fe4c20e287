import type { Rule } from '../page/recognised-page.js'
import type { GreyImage } from './grey-image.js'
import { type Ink, inkOf, transposed } from './ink.js'
import { type LevelLine, levelLines } from './level-lines.js'
import { lineColumns } from './line-strip.js'

/** A page without its printed lines, and where those were. */
export interface WithoutLines {
  readonly page: GreyImage
  readonly rules: readonly Rule[]
}

// Lighter than print may be: forms are often drawn in thin lines, or in colours.
const INK = 185
const PAPER = 255

/** Takes the printed lines out of a page in even light, and leaves the letters that they cross or touch. */
export function withoutPrintedLines(page: GreyImage): WithoutLines {
  const ink = inkOf(page, INK)
  const upright = transposed(ink)
  const [level, plumb] = [levelLines(ink), levelLines(upright)]
  const pixels = page.pixels.slice()
  const { width } = page
  for (const line of level) erase(ink, line, pixels, 1, width)
  const left = transposed(ink)
  for (const line of plumb) erase(left, line, pixels, width, 1)
  return { page: { ...page, pixels }, rules: [...level.map(horizontal), ...plumb.map(vertical)] }
}

/** Makes the line's places white in the page, and takes them from the ink. */
function erase(ink: Ink, line: LevelLine, pixels: Uint8Array, alongStep: number, acrossStep: number): void {
  for (const { x, top, bottom } of lineColumns(ink, line))
    for (let y = top; y < bottom; y += 1) {
      ink.dark[y * ink.width + x] = 0
      pixels[x * alongStep + y * acrossStep] = PAPER
    }
}

const horizontal = ({ left, right, top, bottom }: LevelLine): Rule => ({
  direction: 'horizontal',
  box: { x: left, y: top, width: right - left, height: bottom - top },
})

const vertical = ({ left, right, top, bottom }: LevelLine): Rule => ({
  direction: 'vertical',
  box: { x: top, y: left, width: bottom - top, height: right - left },
})
