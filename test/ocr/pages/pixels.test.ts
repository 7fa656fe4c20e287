import type { DocumentImage } from '@ecmr/ocr'
import {
  type DecodedImage,
  decodeImage,
  flatPage,
  greyOf,
  openRecogniser,
  type PageRecognition,
  pageCorners,
  type RecognisedWord,
  readPage,
  recognisePage,
  textDirectionOf,
} from '@ecmr/ocr/testing'
import type { SKRSContext2D } from '@napi-rs/canvas'
import t from 'tap'
import { degradePage, drawPage, type Quality, skewAngle } from '#ocr-corpus'
import { drawnCanvas } from '../drawn-canvas.js'

const page = drawPage({ layout: 'cmr', language: 'es', seed: 7 })

async function image(quality: Quality, seed: number): Promise<DecodedImage> {
  const decoded = await decodeImage({ ...degradePage(page, quality, seed), width: 0, height: 0 })
  if (decoded === undefined) throw new Error('it is damaged')
  return decoded
}

const pageIn = (image: DecodedImage) => ({ grey: greyOf(image), corners: pageCorners(image) })

t.test('a page on a table is found, and made as flat as it was', async (t) => {
  const photo = await image('photographed', 1)
  t.ok(pageCorners(photo), 'its corners are seen')
  const { image: flat } = flatPage(pageIn(photo))
  const shape = flat.height / flat.width
  t.ok(Math.abs(shape - page.height / page.width) < 0.08, `its shape: ${shape}`)
  t.ok(Math.abs(textDirectionOf(flat).skew) <= 0.3, 'its lines are level')
})

t.test('a scan that is all page is left as it is', async (t) => {
  const scan = await image('clean', 3)
  t.equal(pageCorners(scan), undefined)
  const { toPixels, turned, image: flat } = flatPage(pageIn(scan))
  const [scale, lean = 0] = toPixels
  t.equal(turned, 0)
  t.ok(Math.abs(lean) < 0.003, `not turned: ${lean}`)
  t.ok(Math.abs(flat.width * scale - scan.width) < 20, 'nothing cut off')
})

t.test('a page that lies askew on the glass is made level', async (t) => {
  for (const seed of [1, 3]) {
    const scan = await image('skewed', seed)
    const { image: flat } = flatPage(pageIn(scan))
    t.ok(Math.abs(textDirectionOf(flat).skew) <= 0.2, `from ${skewAngle(seed).toFixed(1)} degrees`)
  }
})

t.test('a page on its side is turned', async (t) => {
  const { width, height, pixels } = await image('clean', 1)
  const across = new Uint8ClampedArray(pixels.length)
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)]
    across.set(pixels.subarray(at * 4, at * 4 + 4), (x * height + height - 1 - y) * 4)
  }
  const sideways = { width: height, height: width, pixels: across }
  const { turned, image: flat } = flatPage(pageIn(sideways))
  t.equal(turned, 90)
  t.ok(flat.height > flat.width)
})

const recogniser = await openRecogniser(null)
t.teardown(() => recogniser.close())

type Seen = Extract<PageRecognition, { readonly ok: true }>

async function seen(image: Pick<DocumentImage, 'mediaType' | 'bytes'>): Promise<Seen> {
  const page = await recognisePage({ ...image, width: 0, height: 0 }, recogniser)
  if (!page.ok) throw new Error(page.fault.code)
  return page
}

const png = (width: number, height: number, draw: (pen: SKRSContext2D) => void = () => undefined) => ({
  mediaType: 'image/png' as const,
  bytes: drawnCanvas(width, height, draw).toBuffer('image/png'),
})

t.test('the words of a clean form are recognised in place, and its lines are returned', async (t) => {
  const printed = drawPage({ layout: 'cmr', language: 'en', seed: 11 })
  const longWords = printed.words.map(({ text }) => text).filter((text) => /^[A-Za-z]{5,}$/.test(text))
  const clean = await seen(degradePage(printed, 'clean', 1))
  const found = new Set(clean.page.words.map(({ text }) => text.replace(/[^\p{L}\p{N}]+$/u, '')))
  const share = longWords.filter((word) => found.has(word)).length / longWords.length
  t.ok(share > 0.9, `${share} of the longer words`)
  t.ok(clean.page.rules.length > 20)
  const once = printed.words.find(({ text }) => longWords.filter((word) => word === text).length === 1)
  const read = clean.page.words.find(({ text }) => text === once?.text)
  const [across, , left, , down, top] = clean.page.toImage
  t.ok(Math.abs((read?.box.x ?? 0) * across + left - (once?.box.x ?? 0) / printed.width) < 0.005)
  t.ok(Math.abs((read?.box.y ?? 0) * down + top - (once?.box.y ?? 0) / printed.height) < 0.005)
})

t.test('a page that is upside down is turned, and its words keep their positions in the image', async (t) => {
  const { page, picture } = await seen(
    lines(900, 700, (pen) => {
      pen.translate(900, 700)
      pen.rotate(Math.PI)
    }),
  )
  t.equal(picture.turned, 180)
  const first = page.words.find(({ text }) => text === 'Consignment')
  t.ok(first, 'it is read')
  const [across, , left, , down, top] = page.toImage
  t.ok((first?.box.x ?? 0) * across + left > 0.7, 'to the right in the image')
  t.ok((first?.box.y ?? 0) * down + top > 0.4, 'and below')
})

/** A page of a few lines, drawn as they lie in the image. */
const lines = (width: number, height: number, lay: (pen: SKRSContext2D) => void) =>
  png(width, height, (pen) => {
    lay(pen)
    pen.font = '30px "Liberation Sans", "DejaVu Sans", sans-serif'
    for (let line = 0; line < 6; line += 1)
      pen.fillText('Consignment note for the carrier Müller GmbH, Hafenstr. 17', 20, 100 + line * 70)
  })

t.test('a page on its side that is upside down besides is turned by both', async (t) => {
  const lying = lines(700, 900, (pen) => {
    pen.translate(0, 900)
    pen.rotate(-Math.PI / 2)
  })
  const { page, picture, isMirrored } = await seen(lying)
  t.equal(picture.turned, 90)
  t.notOk(isMirrored)
  t.equal(page.words.filter(({ text }) => text === 'Consignment').length, 6)
})

t.test('a mirrored page is read as its mirror image, in place, and said to be one', async (t) => {
  const image = lines(900, 700, (pen) => {
    pen.translate(900, 0)
    pen.scale(-1, 1)
  })
  const read = await readPage({ ...image, width: 900, height: 700 }, recogniser)
  if (!read.ok) throw new Error(read.fault.code)
  t.match(read.rawText, /Consignment note for the carrier/)
  t.match(read.form.warnings, [{ code: 'image_mirrored' }])
  const { page } = await seen(image)
  const first = page.words.find(({ text }) => text === 'Consignment')
  const [across, , left] = page.toImage
  t.ok((first?.box.x ?? 0) * across + left > 0.7, 'to the right in the image')
})

t.test('a blank page is not even recognised, one with a few marks once', async (t) => {
  const counted = async (image: ReturnType<typeof png>): Promise<number> => {
    let passes = 0
    const recognise = async () => {
      passes += 1
      return []
    }
    await recognisePage({ ...image, width: 0, height: 0 }, { recognise })
    return passes
  }
  t.equal(await counted(png(800, 1_000)), 0)
  const few = png(800, 1_000, (pen) => {
    for (let mark = 0; mark < 8; mark += 1) pen.fillRect(40 + mark * 90, 100 + mark * 40, 9, 12)
  })
  t.equal(await counted(few), 1)
})

t.test('where nothing is written nothing is read', async (t) => {
  const noise = png(300, 300, (pen) => {
    const noise = pen.getImageData(0, 0, 300, 300)
    let state = 1
    for (let at = 0; at < noise.data.length; at += 1) {
      state = (Math.imul(state, 1664525) + 1013904223) | 0
      noise.data[at] = at % 4 === 3 ? 255 : state >>> 24
    }
    pen.putImageData(noise, 0, 0)
  })
  for (const [what, image] of [
    ['blank', png(800, 1_000)],
    ['noise', noise],
    ['small', png(40, 40)],
    ['high', png(40, 9_000)],
    ['wide', png(20_000, 45)],
  ] as const)
    t.same((await seen(image)).page.words, [], what)
})

/** What is read of a page on which these words are recognised, from the top to the bottom. */
async function readOf(texts: readonly string[]) {
  const words = texts.map((text, index): RecognisedWord => {
    const box = { x: 60 + (index % 80) * 10, y: 60 + Math.floor(index / 80) * 12, width: 8, height: 9 }
    return { text, confidence: 0.95, box }
  })
  const recogniser = { version: 'none', recognise: async () => words, close: async () => undefined }
  const marked = png(900, 900, (pen) => pen.fillRect(60, 60, 200, 9))
  const read = await readPage({ ...marked, width: 900, height: 900 }, recogniser)
  if (!read.ok) throw new Error(read.fault.code)
  return read
}

t.test('a page with more letters than any note has is at once classified as text, not a form', async (t) => {
  const texts = Array.from({ length: 50 }, () => '1/'.repeat(400))
  const { form, rawText } = await readOf(['Remitente:', ...texts])
  t.same(form, { documentType: 'other', language: null, fields: [], warnings: [] })
  t.match(rawText, /Remitente:/)
  const { form: short } = await readOf(['Peso', 'bruto:', '18.400', 'kg'])
  t.match(short.fields, [{ name: 'goods_weight_kg', value: 18_400 }])
})
