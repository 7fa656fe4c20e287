import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { plainLetters } from '../fields/values/letters.js'
import { bottom } from '../page/line-runs.js'
import type { Box, RecognisedWord, Rule } from '../page/recognised-page.js'
import { cropped, type GreyImage, greyOf, stacked } from '../pixels/grey-image.js'
import { withoutPrintedLines } from '../pixels/printed-lines.js'
import type { Recogniser } from '../tesseract/recogniser.js'
import type { DrawnPdfPage } from './draw-page.js'
import { layerWords } from './layer-words.js'
import { inkOfText, seenWords, unexplained } from './seen-words.js'

/** The words and lines of a page as its file tells them. */
export interface TextLayer {
  readonly words: readonly RecognisedWord[]
  readonly rules: readonly Rule[]
}

// Less is a stamp on a scan, such as the name of the program that made it.
const FEWEST_LETTERS = 40
const MOST_UNEXPLAINED = 0.05
// Of the letters of the layer: what else can be read on the page.
const MOST_BESIDE = 0.1

/**
 * The text layer of a page, if it is what one sees. A layer is passed over, and the page recognised, when its letters do not show
 * (scanners put what they recognised behind the picture), when the page shows other text than the layer's, or when
 * recognition reads other words than the layer says in the strip that has most of them.
 */
export async function textLayerOf(
  page: PDFPageProxy,
  { image, rest, viewport }: DrawnPdfPage,
  recogniser: Pick<Recogniser, 'recognise'>,
): Promise<TextLayer | undefined> {
  const layer = await layerWords(page, viewport)
  if (!isText(layer)) return undefined
  const [grey, bare] = [greyOf(image.decoded), greyOf(await rest())]
  const ink = inkOfText(grey, bare)
  const words = seenWords(layer, ink)
  if (!isText(words) || unexplained(ink, words) > MOST_UNEXPLAINED) return undefined
  const { page: beside, rules } = withoutPrintedLines(bare)
  return (await isBorneOut(words, grey, beside, recogniser)) ? { words, rules } : undefined
}

const NO_LETTERS = /[\uFFFD\p{Cc}\p{Co}\p{Cn}]/gu

/** Whether words are enough, and made of letters rather than of signs without a meaning. */
function isText(words: readonly { readonly text: string }[]): boolean {
  const all = words.map(({ text }) => text).join('')
  const letters = all.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  const none = all.match(NO_LETTERS)?.length ?? 0
  return letters >= FEWEST_LETTERS && letters > all.length / 2 && none < all.length / 50
}

const MARGIN = 20
const STRIP = 0.12

/** Has recognition read a strip of the page, and what the page shows beside its text, in one pass. */
async function isBorneOut(
  words: readonly RecognisedWord[],
  grey: GreyImage,
  beside: GreyImage,
  recogniser: Pick<Recogniser, 'recognise'>,
): Promise<boolean> {
  const strip = fullestStrip(words, grey)
  const other = printedPart(beside)
  const parts = [cropped(grey, strip, MARGIN), ...(other ? [cropped(beside, other, MARGIN)] : [])]
  const { image, tops } = stacked(parts)
  const read = await recogniser.recognise(image)
  const end = tops[1] ?? image.height
  const inStrip = words.filter(({ box }) => box.y >= strip.y && bottom(box) <= strip.y + strip.height)
  return (
    saysTheSame(
      inStrip,
      read.filter(({ box }) => box.y < end),
    ) &&
    lettersIn(read.filter(({ box, confidence }) => box.y >= end && confidence > SURE)) <=
      MOST_BESIDE * lettersIn(words)
  )
}

const SURE = 0.8
const LONG = 4
const FEWEST_WORDS = 4
const LEAST_SHARED = 0.5

function saysTheSame(layer: readonly RecognisedWord[], read: readonly RecognisedWord[]): boolean {
  const text = plainLetters(read.map((word) => word.text).join(' '))
  const long = layer.map((word) => plainLetters(word.text)).filter(({ length }) => length >= LONG)
  const shared = long.filter((word) => text.includes(word))
  return long.length < FEWEST_WORDS || shared.length >= LEAST_SHARED * long.length
}

const lettersIn = (words: readonly RecognisedWord[]): number =>
  words.reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0), 0)

/** The strip, over the whole width, that has most letters of the layer. */
function fullestStrip(words: readonly RecognisedWord[], { width, height }: GreyImage): Box {
  const tall = Math.max(1, Math.round(height * STRIP))
  const tops = Array.from({ length: Math.ceil((4 * (height - tall)) / tall) + 1 }, (_, step) =>
    Math.min(height - tall, Math.round((step * tall) / 4)),
  )
  const full = (top: number): number =>
    lettersIn(words.filter(({ box }) => box.y >= top && bottom(box) <= top + tall))
  const [y = 0] = tops.toSorted((one, other) => full(other) - full(one))
  return { x: 0, y, width, height: tall }
}

// In pixels; and how many of them say that there is print: fewer are a dot, a corner, the remains of a line.
const TILE = 32
const FEWEST_TILES = 8
const DARK = 150

/** The part of an image that has print; undefined: there is hardly any. */
function printedPart({ width, height, pixels }: GreyImage): Box | undefined {
  const across = Math.ceil(width / TILE)
  const dark = new Uint16Array(across * Math.ceil(height / TILE))
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if ((pixels[y * width + x] ?? 0) < DARK) {
        const tile = Math.floor(y / TILE) * across + Math.floor(x / TILE)
        dark[tile] = (dark[tile] ?? 0) + 1
      }
  const tiles = [...dark.entries()].filter(([, count]) => count > TILE / 2).map(([tile]) => tile)
  if (tiles.length < FEWEST_TILES) return undefined
  const columns = tiles.map((tile) => tile % across)
  const rows = tiles.map((tile) => Math.floor(tile / across))
  const [x, y] = [Math.min(...columns) * TILE, Math.min(...rows) * TILE]
  return {
    x,
    y,
    width: Math.min(width, (Math.max(...columns) + 1) * TILE) - x,
    height: Math.min(height, (Math.max(...rows) + 1) * TILE) - y,
  }
}
