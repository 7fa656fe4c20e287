import type { GreyImage } from './grey-image.js'

/** An image made smaller by a whole number, each pixel the mean of those that it stands for. */
export function reduced({ width, height, pixels }: GreyImage, by: number): GreyImage {
  const across = Math.max(1, Math.floor(width / by))
  const down = Math.max(1, Math.floor(height / by))
  const means = new Uint8Array(across * down)
  const sums = new Uint32Array(across)
  for (let row = 0; row < down; row += 1) {
    sums.fill(0)
    const last = Math.min(height, (row + 1) * by)
    for (let y = row * by; y < last; y += 1) addRow(pixels, y * width, sums, by, width)
    const count = (last - row * by) * Math.min(by, width)
    for (let x = 0; x < across; x += 1) means[row * across + x] = (sums[x] ?? 0) / count
  }
  return { width: across, height: down, pixels: means }
}

function addRow(pixels: Uint8Array, start: number, sums: Uint32Array, by: number, width: number): void {
  const last = start + Math.min(width, sums.length * by)
  for (let at = start, column = 0; at < last; column += 1) {
    let sum = 0
    for (const end = Math.min(last, at + by); at < end; at += 1) sum += pixels[at] ?? 0
    sums[column] = (sums[column] ?? 0) + sum
  }
}
