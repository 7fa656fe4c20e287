import type { Chance } from '../data/chance.js'
import { type CoarseField, coarseField, fillRow } from './coarse-field.js'
import type { Picture } from './picture.js'

const PATCHES = 14

/** The page printed anew on greyish, mottled paper, with ink that is weaker here than there; mostly in shades of grey. */
export function print({ width, height, pixels: before }: Picture, chance: Chance): Picture {
  const pixels = new Uint8ClampedArray(before.length)
  const paper = patchy(chance, chance.between(212, 240), 6)
  const ink = patchy(chance, chance.between(0.62, 0.9), 0.12)
  const grey = chance.happens(0.7)
  const paperRow = new Float32Array(width)
  const inkRow = new Float32Array(width)
  let at = 0
  for (let y = 0; y < height; y++) {
    fillRow(paper, y / height, paperRow)
    fillRow(ink, y / height, inkRow)
    for (let x = 0; x < width; x++, at += 4) {
      const [red = 0, green = 0, blue = 0] = [before[at], before[at + 1], before[at + 2]]
      const level = paperRow[x] ?? 0
      const strength = inkRow[x] ?? 0
      const light = 0.3 * red + 0.59 * green + 0.11 * blue
      pixels[at] = level * (1 - strength * (1 - (grey ? light : red) / 255))
      pixels[at + 1] = level * (1 - strength * (1 - (grey ? light : green) / 255))
      pixels[at + 2] = level * (1 - strength * (1 - (grey ? light : blue) / 255))
      pixels[at + 3] = 255
    }
  }
  return { width, height, pixels }
}

const patchy = (chance: Chance, around: number, by: number): CoarseField =>
  coarseField(PATCHES, PATCHES, () => around + chance.between(-by, by))
