import type { Chance } from '../data/chance.js'
import type { Picture } from './picture.js'

/** Single pixels that became black or white, in place; a share of all, 0 to 1. */
export function saltAndPepper({ width, height, pixels }: Picture, share: number, chance: Chance): void {
  const count = Math.round(width * height * share)
  for (let speck = 0; speck < count; speck++) {
    const at = chance.whole(0, width * height - 1) * 4
    pixels.fill(chance.happens(0.5) ? 250 : 15, at, at + 3)
  }
}

/** Round spots of toner, the smallest ones most often, in place. */
export function toner(picture: Picture, count: number, chance: Chance): void {
  const largest = picture.width / 500
  for (let speck = 0; speck < count; speck++) {
    const radius = 0.5 + largest * chance.between(0, 1) ** 3
    const x = chance.between(0, picture.width)
    const y = chance.between(0, picture.height)
    spot(picture, { x, y, radius }, chance.whole(20, 110))
  }
}

function spot(
  { width, height, pixels }: Picture,
  { x, y, radius }: { readonly x: number; readonly y: number; readonly radius: number },
  grey: number,
): void {
  const [left, right] = [Math.max(0, Math.ceil(x - radius)), Math.min(width - 1, Math.floor(x + radius))]
  const [top, bottom] = [Math.max(0, Math.ceil(y - radius)), Math.min(height - 1, Math.floor(y + radius))]
  for (let row = top; row <= bottom; row++)
    for (let column = left; column <= right; column++) {
      const at = (row * width + column) * 4
      if (Math.hypot(column - x, row - y) <= radius) pixels.fill(grey, at, at + 3)
    }
}
