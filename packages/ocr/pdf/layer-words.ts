import type { PageViewport, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Box } from '../page/recognised-page.js'

/** A word of a page's text layer, about where it stands: widths of letters are estimated. */
export interface LayerWord {
  readonly text: string
  readonly box: Box
}

/** A part of a text, along its line. */
interface Piece {
  readonly text: string
  readonly from: number
  readonly to: number
}

interface Line {
  /** in pixels, as are all places here */
  readonly baseline: number
  readonly size: number
}

// Of the size of type: how far capitals reach above the line and tails below, with some room.
const ABOVE = 0.8
const BELOW = 0.26
// Letters of one word stand closer than this, however they were placed.
const APART = 0.12

/** All words of a page's text layer that stand level, in the order of the file. */
export async function layerWords(
  page: PDFPageProxy,
  { transform }: Pick<PageViewport, 'transform'>,
): Promise<readonly LayerWord[]> {
  const { items } = await page.getTextContent({ includeMarkedContent: false })
  const words: (Piece & Line)[] = []
  let isOpen = false
  for (const item of items) {
    if (!('str' in item)) continue
    const line = lineOf(item.transform, transform)
    if (line !== undefined) {
      const width = item.width * Math.hypot(number(transform, 0), number(transform, 1))
      const [first, ...others] = piecesOf(item.str, line.left, width)
      const last = words.at(-1)
      if (first && isOpen && last && !/^\s/.test(item.str) && follows(last, first, line))
        words[words.length - 1] = { ...last, text: last.text + first.text, to: first.to }
      else if (first) words.push({ ...first, ...line })
      words.push(...others.map((piece) => ({ ...piece, ...line })))
    }
    isOpen = item.str === '' ? isOpen && !item.hasEOL : !item.hasEOL && !/\s$/.test(item.str)
  }
  return words.map(wordOf)
}

const number = (numbers: readonly unknown[], at: number): number => Number(numbers[at] ?? 0)

type Matrix = readonly [number, number, number, number, number, number]

/** How PDF.js gives a map: six numbers (ISO 32000-1, 8.3.3). */
function matrixOf(numbers: readonly unknown[]): Matrix {
  const at = (index: number): number => number(numbers, index)
  return [at(0), at(1), at(2), at(3), at(4), at(5)]
}

/** Where a text begins, and how large it is; undefined: it does not stand level. */
function lineOf(
  text: readonly unknown[],
  view: readonly unknown[],
): (Line & { readonly left: number }) | undefined {
  const [a, b, c, d, e, f] = matrixOf(text)
  const [p, q, r, s, x, y] = matrixOf(view)
  const [across, up] = [p * a + r * b, q * a + s * b]
  const size = Math.hypot(p * c + r * d, q * c + s * d)
  if (across <= 0 || Math.abs(up) > 0.03 * across || size < 1) return undefined
  return { left: p * e + r * f + x, baseline: q * e + s * f + y, size }
}

function piecesOf(text: string, left: number, width: number): readonly Piece[] {
  const letters = [...text]
  const widths = letters.map(widthOf)
  const all = widths.reduce((sum, each) => sum + each, 0)
  if (all === 0) return []
  const pieces: Piece[] = []
  let [word, from, at] = ['', left, left]
  for (const [index, letter] of [...letters, ' '].entries()) {
    const next = at + ((widths[index] ?? 0) * width) / all
    if (letter.trim() !== '') {
      if (word === '') from = at
      word += letter
    } else if (word !== '') {
      pieces.push({ text: word, from, to: at })
      word = ''
    }
    at = next
  }
  return pieces
}

/** About how wide a letter is in most type, in parts of its size. */
function widthOf(letter: string): number {
  if (/\p{M}/u.test(letter)) return 0
  if (/[\s.,:;'’|!iIljtfr()[\]/-]/.test(letter)) return 0.3
  if (/[mwMW@%]/.test(letter)) return 0.87
  return /\p{Lu}/u.test(letter) ? 0.68 : 0.55
}

function follows(last: Piece & Line, next: Piece, { baseline, size }: Line): boolean {
  const gap = next.from - last.to
  return Math.abs(last.baseline - baseline) < 0.2 * size && gap < APART * size && gap > -0.4 * size
}

const wordOf = ({ text, from, to, baseline, size }: Piece & Line): LayerWord => ({
  text: text.normalize('NFC'),
  box: { x: from, y: baseline - ABOVE * size, width: to - from, height: (ABOVE + BELOW) * size },
})
