import { createRequire } from 'node:module'
import type { Box } from '@ecmr/ocr'
import type { RecognisedWord, Rule } from '@ecmr/ocr/testing'
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'
import type { DrawnPage, GoodsItem, Truth } from '../../drawn-page.js'

/** The typefaces that pages are printed and typed in. */
export const typefaces = ['Arimo', 'Tinos', 'Cousine', 'Courier Prime'] as const
export type Typeface = (typeof typefaces)[number]

const packages: Readonly<Record<Typeface, string>> = {
  Arimo: 'arimo',
  Tinos: 'tinos',
  Cousine: 'cousine',
  'Courier Prime': 'courier-prime',
}

let areRegistered = false

/** Makes the typefaces known to the canvas, once in a process. */
function registerFonts(): void {
  if (areRegistered) return
  const { resolve } = createRequire(import.meta.url)
  for (const typeface of typefaces) {
    const name = packages[typeface]
    for (const cut of ['400-normal', '400-italic', '700-normal', '700-italic']) {
      const file = resolve(`@fontsource/${name}/files/${name}-latin-${cut}.woff2`)
      // Under a name of its own: the page looks the same where such fonts are installed.
      if (!GlobalFonts.registerFromPath(file, `Corpus ${typeface}`)) throw new Error(`${file} is no font`)
    }
  }
  areRegistered = true
}

/** How a text is printed. Sizes and places are pixels of 1/200 inch. */
export interface Face {
  readonly typeface: Typeface
  readonly size: number
  readonly bold?: boolean
  readonly italic?: boolean
  /** between letters, in pixels */
  readonly spacing?: number
  readonly ink: string
}

function canvasFont({ typeface, size, bold, italic }: Face): string {
  return `${italic ? 'italic ' : ''}${bold ? '700' : '400'} ${size}px "Corpus ${typeface}"`
}

/** Sets what the next text is printed in. */
function take(pen: SKRSContext2D, face: Face): void {
  pen.font = canvasFont(face)
  pen.letterSpacing = `${face.spacing ?? 0}px`
}

export const resized = (face: Face, size: number): Face => ({ ...face, size })

/** A4 at 200 dots per inch */
export const PAGE = { width: 1654, height: 2339 } as const

/** The pixels of a length on paper. */
export const mm = (millimetres: number): number => Math.round((millimetres * 200) / 25.4)

// Recognition of upright pages reads text that leans by less.
const LEGIBLE = 6

/** A blank page that remembers what is printed on it. */
export class Sheet {
  readonly #canvas = createCanvas(PAGE.width, PAGE.height)
  /** for what is neither text nor rule */
  readonly pen: SKRSContext2D = this.#canvas.getContext('2d')
  readonly #words: RecognisedWord[] = []
  readonly #rules: Rule[] = []
  #truth: Truth = {}
  #goods: readonly GoodsItem[] = []
  #degrees = 0

  constructor(paper: string) {
    registerFonts()
    this.pen.fillStyle = paper
    this.pen.fillRect(0, 0, PAGE.width, PAGE.height)
  }

  widthOf(text: string, face: Face): number {
    take(this.pen, face)
    return this.pen.measureText(text).width
  }

  /** Prints a line of text from its left end, on its baseline. */
  write(text: string, x: number, baseline: number, face: Face): void {
    take(this.pen, face)
    this.pen.fillStyle = face.ink
    for (const match of text.matchAll(/\S+/gu)) {
      const start = x + this.pen.measureText(text.slice(0, match.index)).width
      const [word] = match
      this.pen.fillText(word, start, baseline)
      const box = this.#boxOf(word, start, baseline)
      if (Math.abs(this.#degrees) < LEGIBLE) this.#words.push({ text: word, confidence: 1, box })
    }
  }

  /** Where the ink of a word is, on the page. */
  #boxOf(word: string, x: number, baseline: number): Box {
    const ink = this.pen.measureText(word)
    const { a, b, c, d, e, f } = this.pen.getTransform()
    const corners = [x - ink.actualBoundingBoxLeft, x + ink.actualBoundingBoxRight].flatMap((across) =>
      [baseline - ink.actualBoundingBoxAscent, baseline + ink.actualBoundingBoxDescent].map(
        (down) => [a * across + c * down + e, b * across + d * down + f] as const,
      ),
    )
    const left = Math.min(...corners.map(([across]) => across))
    const top = Math.min(...corners.map(([, down]) => down))
    return {
      x: left,
      y: top,
      width: Math.max(...corners.map(([across]) => across)) - left,
      height: Math.max(...corners.map(([, down]) => down)) - top,
    }
  }

  /** Prints something askew around a point that becomes its origin, the ink thinner than it is elsewhere. */
  askew(
    centre: { readonly x: number; readonly y: number },
    degrees: number,
    ink: number,
    print: () => void,
  ): void {
    this.pen.save()
    this.pen.translate(centre.x, centre.y)
    this.pen.rotate((degrees * Math.PI) / 180)
    this.pen.globalAlpha = ink
    this.#degrees = degrees
    print()
    this.#degrees = 0
    this.pen.restore()
  }

  /** A printed line from one point straight to the right or down. */
  rule(
    direction: Rule['direction'],
    x: number,
    y: number,
    length: number,
    weight: number,
    ink: string,
  ): void {
    const box =
      direction === 'horizontal'
        ? { x, y: y - weight / 2, width: length, height: weight }
        : { x: x - weight / 2, y, width: weight, height: length }
    this.pen.fillStyle = ink
    this.pen.fillRect(box.x, box.y, box.width, box.height)
    this.#rules.push({ direction, box })
  }

  frame({ x, y, width, height }: Box, weight: number, ink: string): void {
    this.rule('horizontal', x, y, width, weight, ink)
    this.rule('horizontal', x, y + height, width, weight, ink)
    this.rule('vertical', x, y, height, weight, ink)
    this.rule('vertical', x + width, y, height, weight, ink)
  }

  /** Notes what the text printed beside it means. */
  states(truth: Truth): void {
    this.#truth = { ...this.#truth, ...truth }
  }

  /** Notes the lines of goods printed beside it. */
  lists(goods: readonly GoodsItem[]): void {
    this.#goods = goods
  }

  /** Prints the whole page once more a little aside, as carbon paper does. */
  carbon(): void {
    this.pen.save()
    this.pen.globalAlpha = 0.4
    this.pen.drawImage(this.#canvas, 1.5, 1)
    this.pen.restore()
  }

  finished(): DrawnPage {
    const { data } = this.pen.getImageData(0, 0, PAGE.width, PAGE.height)
    return {
      pixels: data,
      ...PAGE,
      truth: this.#truth,
      goods: this.#goods,
      words: this.#words,
      rules: this.#rules,
    }
  }
}
