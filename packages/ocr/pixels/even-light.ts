import type { GreyImage } from './grey-image.js'

/** How bright the paper itself is at each place of an image. */
interface PaperBrightness {
  /** what makes paper white, times the shade of a pixel, for the row of pixels at a height */
  fillRow(y: number, row: Float32Array): void
}

const TILES_ACROSS = 60
// In tiles, to each side: more than any solid black area that print has.
const REACH = 2
// So dark is no paper, in the deepest shadow.
const DARKEST_PAPER = 50

/**
 * Judged tile by tile: paper is what the brighter pixels of a tile and its neighbours show, as print covers less than half of
 * it. Between the middles of tiles it changes evenly.
 */
function paperBrightness(image: GreyImage): PaperBrightness {
  const size = Math.max(8, Math.round(Math.max(image.width, image.height) / TILES_ACROSS))
  const columns = Math.ceil(image.width / size)
  const rows = Math.ceil(image.height / size)
  const brighter = new Float32Array(columns * rows)
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      brighter[row * columns + column] = brighterPart(image, column * size, row * size, size)
  const paper = smoothed(smoothed(brighter, columns, rows, middleOf), columns, rows, meanOf)
  const places = Array.from({ length: image.width }, (_, x) => tileAt(x, size, columns))
  const lefts = Uint16Array.from(places, ([left]) => left)
  const shares = Float32Array.from(places, ([, share]) => share)
  const between = new Float32Array(columns)
  return {
    fillRow: (y, row) => {
      const [upper, low] = tileAt(y, size, rows)
      const down = rows > 1 ? columns : 0
      for (let column = 0, at = upper * columns; column < columns; column += 1, at += 1)
        between[column] = (paper[at] ?? 0) * (1 - low) + (paper[at + down] ?? 0) * low
      const across = columns > 1 ? 1 : 0
      for (let x = 0; x < row.length; x += 1) {
        const left = lefts[x] ?? 0
        const right = shares[x] ?? 0
        row[x] = 255 / ((between[left] ?? 0) * (1 - right) + (between[left + across] ?? 0) * right)
      }
    },
  }
}

/** Between which tiles' middles a pixel lies, and how far towards the second one. */
function tileAt(pixel: number, size: number, count: number): readonly [number, number] {
  const place = Math.min(count - 1, Math.max(0, (pixel + 0.5) / size - 0.5))
  const first = Math.max(0, Math.min(count - 2, Math.floor(place)))
  return [first, place - first]
}

/** The shade that a fifth of the pixels exceed, by every second of them. */
function brighterPart({ width, height, pixels }: GreyImage, left: number, top: number, size: number): number {
  const counts = new Uint16Array(256)
  let seen = 0
  for (let y = top; y < Math.min(height, top + size); y += 2)
    for (let x = left; x < Math.min(width, left + size); x += 2, seen += 1) {
      const shade = pixels[y * width + x] ?? 0
      counts[shade] = (counts[shade] ?? 0) + 1
    }
  let shade = 255
  for (let above = counts[shade] ?? 0; above < seen / 5 && shade > 0; above += counts[shade] ?? 0) shade -= 1
  return Math.max(DARKEST_PAPER, shade)
}

function smoothed(
  tiles: Float32Array,
  columns: number,
  rows: number,
  of: (around: readonly number[]) => number,
): Float32Array {
  return tiles.map((_, at) => {
    const [column, row] = [at % columns, Math.floor(at / columns)]
    const around: number[] = []
    for (let y = Math.max(0, row - REACH); y <= Math.min(rows - 1, row + REACH); y += 1)
      for (let x = Math.max(0, column - REACH); x <= Math.min(columns - 1, column + REACH); x += 1)
        around.push(tiles[y * columns + x] ?? 255)
    return of(around)
  })
}

// Beside the edge of a shadow both sides of it are seen; the larger part counts.
const middleOf = (around: readonly number[]): number =>
  around.toSorted((a, b) => b - a)[Math.floor(around.length / 2)] ?? 255

const meanOf = (around: readonly number[]): number =>
  around.reduce((sum, one) => sum + one, 0) / around.length

// Paper is white up to here, so that its grain and the haze of compression vanish.
const PAPER = 0.92
// Of all ink the darkest this much is black.
const DARKEST = 0.2
const LIGHTEST_BLACK = 140

/** Paper white and ink black wherever they are, whatever light fell on the page and however faded its print is. */
export function evenLight(image: GreyImage): GreyImage {
  const { width, height, pixels } = image
  const paper = paperBrightness(image)
  const even = new Uint8Array(pixels.length)
  const whiter = new Float32Array(width)
  for (let y = 0, at = 0; y < height; y += 1) {
    paper.fillRow(y, whiter)
    for (let x = 0; x < width; x += 1, at += 1) {
      const shade = (pixels[at] ?? 0) * (whiter[x] ?? 1)
      even[at] = shade < 255 ? shade : 255
    }
  }
  stretch(even)
  return { width, height, pixels: even }
}

// As of an uncorrected screen: pale print then lies on the dark side of the one threshold that Tesseract takes for a page.
const GAMMA = 2.2
const DARKER = Uint8Array.from({ length: 256 }, (_, shade) => Math.round(255 * (shade / 255) ** GAMMA))

/** A page in even light with all that is not quite white darker, so that recognition does not lose grey captions. */
export function darkened({ width, height, pixels }: GreyImage): GreyImage {
  const darker = new Uint8Array(pixels.length)
  for (let at = 0; at < pixels.length; at += 1) darker[at] = DARKER[pixels[at] ?? 255] ?? 255
  return { width, height, pixels: darker }
}

function stretch(pixels: Uint8Array): void {
  const white = PAPER * 255
  const black = blackOf(pixels)
  const shades = Uint8Array.from({ length: 256 }, (_, shade) =>
    Math.max(0, Math.min(255, ((shade - black) * 255) / (white - black))),
  )
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = shades[pixels[at] ?? 0] ?? 0
}

/** How dark the darker ink is: a level of it, for single pixels may be darker by chance. */
function blackOf(pixels: Uint8Array): number {
  const counts = new Uint32Array(256)
  for (let at = 0; at < pixels.length; at += 1) {
    const shade = pixels[at] ?? 255
    counts[shade] = (counts[shade] ?? 0) + 1
  }
  const ink = counts.subarray(0, 160).reduce((sum, count) => sum + count, 0)
  let sum = 0
  const level = counts.findIndex((count) => {
    sum += count
    return sum > ink * DARKEST
  })
  return Math.min(LIGHTEST_BLACK, Math.max(0, level))
}
