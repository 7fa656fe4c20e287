import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'

/** Black on paper, or on what `ground` says. */
export function drawnCanvas(
  width: number,
  height: number,
  draw: (pen: SKRSContext2D) => void,
  ground = '#fff',
): Canvas {
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  pen.fillStyle = ground
  pen.fillRect(0, 0, width, height)
  pen.fillStyle = '#000'
  draw(pen)
  return canvas
}
