import type { Chance } from '../data/chance.js'
import type { Picture } from './picture.js'

/** The paper was folded once, in half or in a third of its height: a pale crease with a shadow on one side, in place. */
export function fold(picture: Picture, chance: Chance): void {
  const { width, height, pixels } = picture
  const middle = height * (chance.oneOf([1 / 3, 1 / 2, 2 / 3]) + chance.between(-0.03, 0.03))
  const slope = chance.between(-0.01, 0.01)
  const crease = width / 1100
  const shade = { depth: chance.between(0.06, 0.16), reach: width / chance.between(20, 60) }
  const near = Math.ceil(shade.reach * 4 + Math.abs(slope) * width)
  const top = Math.max(0, Math.floor(middle - near))
  const bottom = Math.min(height - 1, Math.ceil(middle + near))
  for (let y = top; y <= bottom; y++)
    for (let x = 0; x < width; x++) {
      const away = y - middle - slope * (x - width / 2)
      const at = (y * width + x) * 4
      if (Math.abs(away) < crease) toWhite(pixels, at, 0.55)
      else if (away > 0) toWhite(pixels, at, -shade.depth * Math.exp(-away / shade.reach))
    }
}

/** A part of the way to white, or, when negative, to black. */
function toWhite(pixels: Uint8ClampedArray, at: number, part: number): void {
  for (let colour = at; colour < at + 3; colour++) {
    const value = pixels[colour] ?? 0
    pixels[colour] = part > 0 ? value + (235 - value) * part : value * (1 + part)
  }
}
