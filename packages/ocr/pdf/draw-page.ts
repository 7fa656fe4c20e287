import { createCanvas } from '@napi-rs/canvas'
import type { PageViewport, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { DecodedImage, OpenImage } from '../pixels/decode-image.js'
import { pdfJs, sizeOf } from './open-pdf.js'

const POINTS_PER_INCH = 72
// As decoded images: A4 at 260 dots per inch.
const DOTS_PER_INCH = 260
const MOST_PIXELS = 7_000_000
const LONGEST_SIDE = 12_000
// Some files say that their pages are as small as a stamp.
const LEAST_LENGTH = 1200

/** A page drawn in the size that suits recognition. */
export interface DrawnPdfPage {
  readonly image: OpenImage
  /** the same without its text */
  readonly rest: () => Promise<DecodedImage>
  readonly viewport: PageViewport
}

/** Draws a page on white, what stands in its annotations and forms included. */
export async function drawPdfPage(page: PDFPageProxy): Promise<DrawnPdfPage> {
  const [width, height] = sizeOf(page)
  const longest = Math.max(width, height)
  const scale = Math.min(
    Math.max(DOTS_PER_INCH / POINTS_PER_INCH, LEAST_LENGTH / longest),
    Math.sqrt(MOST_PIXELS / (width * height)),
    LONGEST_SIDE / longest,
  )
  const viewport = page.getViewport({ scale })
  return { image: await drawn(page, viewport), rest: () => withoutText(page, viewport), viewport }
}

async function withoutText(page: PDFPageProxy, viewport: PageViewport): Promise<DecodedImage> {
  const { OPS } = await pdfJs()
  const texts = [OPS.showText, OPS.showSpacedText, OPS.nextLineShowText, OPS.nextLineSetSpacingShowText]
  const { fnArray } = await page.getOperatorList()
  const { decoded, canvas } = await drawn(page, viewport, (index) => !texts.includes(fnArray[index] ?? 0))
  canvas.width = 1
  return decoded
}

async function drawn(
  page: PDFPageProxy,
  viewport: PageViewport,
  operationsFilter?: (index: number) => boolean,
): Promise<OpenImage> {
  const width = Math.max(1, Math.ceil(viewport.width))
  const height = Math.max(1, Math.ceil(viewport.height))
  const canvas = createCanvas(width, height)
  const options = operationsFilter === undefined ? {} : { operationsFilter }
  await page.render({ canvas, viewport, background: '#fff', ...options }).promise
  const pixels = canvas.getContext('2d').getImageData(0, 0, width, height).data
  return { decoded: { width, height, pixels }, canvas }
}
