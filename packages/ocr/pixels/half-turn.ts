import type { Rule } from '../page/recognised-page.js'
import type { GreyImage } from './grey-image.js'

/** An image turned upside down. */
export const halfTurned = (image: GreyImage): GreyImage => ({ ...image, pixels: image.pixels.toReversed() })

export function rulesHalfTurned(rules: readonly Rule[], { width, height }: GreyImage): readonly Rule[] {
  return rules.map(({ direction, box }) => {
    const { x, y } = { x: width - box.x - box.width, y: height - box.y - box.height }
    return { direction, box: { ...box, x, y } }
  })
}

const STRIP = 0.15
const INK = 130

/** The part of a page, over its whole width, that has most print. */
export function busiestStrip({ width, height, pixels }: GreyImage): GreyImage {
  const tall = Math.max(1, Math.round(height * STRIP))
  const step = Math.max(1, Math.floor(tall / 4))
  let [most, from] = [-1, 0]
  for (let top = 0; top + tall <= height; top += step) {
    let ink = 0
    for (let at = top * width; at < (top + tall) * width; at += 3) if ((pixels[at] ?? 255) < INK) ink += 1
    if (ink > most) [most, from] = [ink, top]
  }
  return { width, height: tall, pixels: pixels.slice(from * width, (from + tall) * width) }
}
