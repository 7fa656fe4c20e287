import type { Bounds, ShownPicture } from '@ecmr/ocr'
import { createCanvas } from '@napi-rs/canvas'

const WIDTH = 800
const HEIGHT = 1130

/** A sheet with these words on it, each where it is said to stand, as parts of the sheet. */
export function drawnPaper(words: readonly (readonly [text: string, at: Bounds])[]): ShownPicture {
  const canvas = createCanvas(WIDTH, HEIGHT)
  const context = canvas.getContext('2d')
  context.fillStyle = '#fdfcf7'
  context.fillRect(0, 0, WIDTH, HEIGHT)
  context.fillStyle = '#1b1b1b'
  context.strokeStyle = '#999'
  for (const [text, [x, y, width, height]] of words) {
    context.strokeRect(x * WIDTH - 12, y * HEIGHT - 12, width * WIDTH + 24, height * HEIGHT + 24)
    context.font = `${Math.round(height * HEIGHT)}px sans-serif`
    context.fillText(text, x * WIDTH, (y + 0.85 * height) * HEIGHT, width * WIDTH)
  }
  return { jpeg: canvas.toBuffer('image/jpeg', 80), width: WIDTH, height: HEIGHT, turned: 0 }
}
