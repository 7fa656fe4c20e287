import type { DocumentImage } from '@ecmr/ocr'
import { openRecogniser, type PageRecognition, recognisePage } from '@ecmr/ocr/testing'
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import t from 'tap'
import { degradePage, drawPage } from '#ocr-corpus'

const recogniser = await openRecogniser()
t.teardown(() => recogniser.close())

type Seen = Extract<PageRecognition, { readonly ok: true }>

async function seen(image: Pick<DocumentImage, 'mediaType' | 'bytes'>): Promise<Seen> {
  const page = await recognisePage({ ...image, width: 0, height: 0 }, recogniser)
  if (!page.ok) throw new Error(page.fault.code)
  return page
}

function drawn(width: number, height: number, draw: (pen: SKRSContext2D) => void): Promise<Seen> {
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, width, height)
  draw(pen)
  return seen({ mediaType: 'image/png', bytes: canvas.toBuffer('image/png') })
}

const printed = drawPage({ layout: 'cmr', language: 'en', seed: 11 })
const longWords = printed.words.map(({ text }) => text).filter((text) => /^[A-Za-z]{5,}$/.test(text))

/** The share of the page's longer words that were recognised. */
function shareOf({ page }: Seen): number {
  const found = new Set(page.words.map(({ text }) => text.replace(/[^\p{L}\p{N}]+$/u, '')))
  return longWords.filter((word) => found.has(word)).length / longWords.length
}

t.test('the words of a clean form are recognised in place, and its lines are returned', async (t) => {
  const clean = await seen(degradePage(printed, 'clean', 1))
  t.ok(shareOf(clean) > 0.9, `${shareOf(clean)} of the longer words`)
  t.ok(clean.page.rules.length > 20)
  const once = printed.words.find(({ text }) => longWords.filter((word) => word === text).length === 1)
  const found = clean.page.words.find(({ text }) => text === once?.text)
  const [across, , left, , down, top] = clean.page.toImage
  t.ok(Math.abs((found?.box.x ?? 0) * across + left - (once?.box.x ?? 0) / printed.width) < 0.005)
  t.ok(Math.abs((found?.box.y ?? 0) * down + top - (once?.box.y ?? 0) / printed.height) < 0.005)
})

t.test('a page that is upside down is turned, and its words keep their positions in the image', async (t) => {
  const upsideDown = await drawn(900, 700, (pen) => {
    pen.translate(900, 700)
    pen.rotate(Math.PI)
    pen.fillStyle = '#000'
    pen.font = '40px "Liberation Sans", "DejaVu Sans", sans-serif'
    for (let line = 0; line < 6; line += 1)
      pen.fillText('Consignment note for the carrier', 60, 100 + line * 70)
  })
  t.equal(upsideDown.picture.turned, 180)
  const first = upsideDown.page.words.find(({ text }) => text === 'Consignment')
  t.ok(first, 'it is read')
  const [across, , left, , down, top] = upsideDown.page.toImage
  t.ok((first?.box.x ?? 0) * across + left > 0.7, 'to the right in the image')
  t.ok((first?.box.y ?? 0) * down + top > 0.4, 'and below')
})

t.test('where nothing is written nothing is read', async (t) => {
  t.same((await drawn(800, 1_000, () => undefined)).page.words, [], 'blank')
  const noise = await drawn(300, 300, (pen) => {
    const noise = pen.getImageData(0, 0, 300, 300)
    let state = 1
    for (let at = 0; at < noise.data.length; at += 1) {
      state = (Math.imul(state, 1664525) + 1013904223) | 0
      noise.data[at] = at % 4 === 3 ? 255 : state >>> 24
    }
    pen.putImageData(noise, 0, 0)
  })
  t.same(noise.page.words, [], 'noise')
  for (const [width, height] of [
    [40, 40],
    [40, 9_000],
    [20_000, 45],
  ] as const)
    t.same((await drawn(width, height, () => undefined)).page.words, [], `${width} by ${height}`)
})
