import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { isPdfPage, type PageSource } from '../images/document-file.js'
import type { DocumentImage } from '../images/document-image.js'
import type { ImageFault } from '../images/image-size.js'
import type { Quarter, RecognisedPage } from '../page/recognised-page.js'
import type { SeenPdfPage } from '../pdf/seen-pdf-page.js'
import type { TextLayer } from '../pdf/text-layer.js'
import type { PageText, ShownPicture } from '../port.js'
import { LARGEST_SIGNATURE, type ShrunkSignature } from '../signatures/storable-signature.js'
import type { Recogniser } from '../tesseract/recogniser.js'
import { collectGarbage } from './collect-garbage.js'
import { openImage } from './decode-image.js'
import type { PageInImage } from './flat-page.js'
import { greyOf } from './grey-image.js'
import { numbersAgain } from './numbers-again.js'
import { pageCorners } from './page-corners.js'
import { after, scaled } from './plane.js'
import { withoutSpecks } from './printed-lines.js'
import { StageClock, type StageSeconds } from './stage-clock.js'
import { uprightPage } from './upright-page.js'

export type RenderedPicture =
  | { readonly ok: true; readonly picture: ShownPicture }
  | { readonly ok: false; readonly fault: ImageFault }

export type PageRecognition =
  | {
      readonly ok: true
      readonly picture: ShownPicture
      readonly page: RecognisedPage
      /** the page was read as its mirror image, since it is one itself */
      readonly isMirrored: boolean
      /** what its words are from */
      readonly text: PageText
      /** processor time of each step */
      readonly seconds: StageSeconds
    }
  | { readonly ok: false; readonly fault: ImageFault }

/** Longest side, in pixels, of a picture for people. */
const TO_BE_SEEN = 1600
/** And of one that is read elsewhere: an A4 page at 200 dpi. */
const TO_BE_READ = 2400

const damaged = { ok: false, fault: { code: 'damaged' } } as const

/** Decodes an image, or draws a page, and reduces it to what is shown; nothing is recognised, and it is turned as viewers show it only. */
export async function renderPicture(source: PageSource): Promise<RenderedPicture> {
  const opened = await openPage(source)
  return opened.ok ? { ok: true, picture: await encoded(reduced(opened.canvas, TO_BE_READ)) } : opened
}

/**
 * Decodes an image, or draws a page of a PDF, makes the page in it upright and flat, and recognises its words and lines. The text layer
 * of a PDF is taken instead where it says what one sees.
 */
export async function recognisePage(
  source: PageSource,
  recogniser: Pick<Recogniser, 'recognise'>,
): Promise<PageRecognition> {
  const clock = new StageClock()
  const seen = await seenPage(source, recogniser, clock)
  if (!seen.ok) return seen
  if ('layer' in seen) {
    const { width, height, layer } = seen
    const picture = await encoded(seen.shown)
    clock.lap('picture')
    const page = { width, height, ...layer, toImage: scaled(1 / width, 1 / height) }
    return { ok: true, picture, page, isMirrored: false, text: 'text_layer', seconds: clock.seconds }
  }
  await collectGarbage()
  clock.lap('decode')
  const upright = await uprightPage(seen, recogniser, clock)
  const picture = await encoded(seen.shown, upright.turned)
  clock.lap('picture')
  const toImage = after(scaled(1 / seen.grey.width, 1 / seen.grey.height), upright.toPixels)
  const { image: print, rules, isMirrored } = upright
  const words = await numbersAgain(upright, print, recogniser)
  clock.lap('numbers again')
  const page = { width: print.width, height: print.height, words, rules, toImage }
  return { ok: true, picture, page, isMirrored, text: 'recognition', seconds: clock.seconds }
}

/** @param recogniser checks the text layer of a PDF; absent: it is not looked at */
async function openPage(
  source: PageSource,
  recogniser?: Pick<Recogniser, 'recognise'>,
): Promise<SeenPdfPage> {
  if (isPdfPage(source)) {
    // What draws PDFs is large, and most pages are images.
    const { seenPdfPage } = await import('../pdf/seen-pdf-page.js')
    return seenPdfPage(source, recogniser)
  }
  const opened = await openImage(source)
  return opened === undefined ? damaged : { ok: true, ...opened }
}

type SeenPage =
  | (PageInImage & { readonly ok: true; readonly shown: Canvas })
  | {
      readonly ok: true
      readonly shown: Canvas
      readonly layer: TextLayer
      readonly width: number
      readonly height: number
    }
  | { readonly ok: false; readonly fault: ImageFault }

/** What is kept of a decoded image: its colours take four times as much as its shades. */
async function seenPage(
  source: PageSource,
  recogniser: Pick<Recogniser, 'recognise'>,
  { lap }: StageClock,
): Promise<SeenPage> {
  const opened = await openPage(source, recogniser)
  if (!opened.ok) return opened
  const { decoded, canvas, layer } = opened
  const shown = reduced(canvas, TO_BE_SEEN)
  // Its pixels lie beside the heap, and would stay until that is collected.
  canvas.width = 1
  const { width, height } = decoded
  if (layer !== undefined) return { ok: true, shown, layer, width, height }
  const grey = withoutSpecks(greyOf(decoded))
  lap('decode')
  const corners = pageCorners(decoded)
  lap('corners')
  return { ok: true, grey, corners, shown }
}

const QUALITY = 80

/** The picture, no larger than so many pixels. */
function reduced(image: Canvas, longestSide: number): Canvas {
  const scale = Math.min(1, longestSide / Math.max(image.width, image.height))
  const width = Math.max(1, Math.round(image.width * scale))
  const height = Math.max(1, Math.round(image.height * scale))
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, width, height)
  return canvas
}

/** The picture to show beside what was read of it: upright, nothing in it but pixels. */
async function encoded(image: Canvas, turned: Quarter = 0): Promise<ShownPicture> {
  const canvas = turned === 0 ? image : turnedClockwise(image, turned)
  const { width, height } = canvas
  return { jpeg: await canvas.encode('jpeg', QUALITY), width, height, turned }
}

function turnedClockwise(image: Canvas, degrees: Quarter): Canvas {
  const { width: across, height: down } = image
  const isSideways = degrees === 90 || degrees === 270
  const canvas = isSideways ? createCanvas(down, across) : createCanvas(across, down)
  const context = canvas.getContext('2d')
  context.translate(canvas.width / 2, canvas.height / 2)
  context.rotate((degrees * Math.PI) / 180)
  context.drawImage(image, -across / 2, -down / 2)
  return canvas
}

/** Longest sides, in pixels, from the best to the last: even noise fits into the limit at 250. */
const SIDES = [1200, 800, 500, 350, 250]

/** Decodes a picture and encodes it as the largest JPEG, on white, that fits into LARGEST_SIGNATURE bytes. */
export async function shrinkPicture(image: DocumentImage): Promise<ShrunkSignature> {
  const opened = await openImage(image)
  if (opened === undefined) return damaged
  for (const side of SIDES) {
    const { jpeg } = await encoded(reduced(opened.canvas, side))
    if (jpeg.length <= LARGEST_SIGNATURE) return { ok: true, jpeg }
  }
  return { ok: false, fault: { code: 'too_large' } }
}
