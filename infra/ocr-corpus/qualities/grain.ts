import type { Chance } from '../data/chance.js'
import type { Picture } from './picture.js'
import { stray } from './stray.js'

const ERRORS = 4096

/**
 * Adds the noise of a sensor to a picture, in place.
 *
 * @param brightness how far the pixels' brightness strays, in steps of 255
 * @param colour how far each of their colours strays beyond that
 */
export function addGrain({ pixels }: Picture, brightness: number, colour: number, chance: Chance): void {
  const errors = Float32Array.from({ length: ERRORS }, () => stray(chance))
  const first = chance.whole(1, 2 ** 31 - 1)
  let state = first
  for (let at = 0; at < pixels.length; at += 4) {
    // Numerical Recipes' quick generator; its upper bits are good enough for grain.
    state = (Math.imul(state, 1664525) + 1013904223) | 0
    const grey = (errors[(state >>> 20) % ERRORS] ?? 0) * brightness
    const red = (errors[(state >>> 16) % ERRORS] ?? 0) * colour
    const blue = (errors[(state >>> 12) % ERRORS] ?? 0) * colour
    pixels[at] = (pixels[at] ?? 0) + grey + red
    pixels[at + 1] = (pixels[at + 1] ?? 0) + grey
    pixels[at + 2] = (pixels[at + 2] ?? 0) + grey + blue
  }
}
