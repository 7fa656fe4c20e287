import type { Homography } from '@ecmr/ocr/testing'
import type { Picture } from './picture.js'

/** How a page that lies on something darkens what is next to it. */
export interface EdgeShadow {
  /** 0: not at all, 1: black */
  readonly depth: number
  /** in pixels of the page, until a third of it is left */
  readonly reach: number
}

/** Paints a page onto what it lies on, in place; `toPage` leads from pixels of the ground to those of the page. */
export function layOn(ground: Picture, page: Picture, toPage: Homography, shadow: EdgeShadow): void {
  const [a, b, c, d, e, f, g, h, i] = toPage
  const { width, height, pixels } = ground
  let at = 0
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 4) {
      const w = g * x + h * y + i
      const across = (a * x + b * y + c) / w
      const down = (d * x + e * y + f) / w
      const inside = Math.min(across, page.width - 1 - across, down, page.height - 1 - down)
      if (inside >= 0) sample(page, across, down, pixels, at)
      else darken(pixels, at, 1 - shadow.depth * Math.exp(inside / shadow.reach))
    }
}

/** What stands between four pixels of the page. */
function sample(page: Picture, x: number, y: number, to: Uint8ClampedArray, at: number): void {
  const { pixels } = page
  const left = Math.min(page.width - 2, Math.floor(x))
  const top = Math.min(page.height - 2, Math.floor(y))
  const right = x - left
  const low = y - top
  const above = (top * page.width + left) * 4
  const below = above + page.width * 4
  for (let colour = 0; colour < 3; colour++) {
    const one = (pixels[above + colour] ?? 0) * (1 - right) + (pixels[above + 4 + colour] ?? 0) * right
    const two = (pixels[below + colour] ?? 0) * (1 - right) + (pixels[below + 4 + colour] ?? 0) * right
    to[at + colour] = one * (1 - low) + two * low
  }
}

function darken(pixels: Uint8ClampedArray, at: number, left: number): void {
  for (let colour = at; colour < at + 3; colour++) pixels[colour] = (pixels[colour] ?? 0) * left
}
