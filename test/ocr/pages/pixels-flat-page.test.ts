import {
  type DecodedImage,
  decodeImage,
  flatPage,
  greyOf,
  pageCorners,
  textDirectionOf,
} from '@ecmr/ocr/testing'
import t from 'tap'
import type { Quality } from '#ocr-corpus'
import { degradePage, drawPage, skewAngle } from '#ocr-corpus'

const page = drawPage({ layout: 'cmr', language: 'es', seed: 7 })

async function image(quality: Quality, seed: number): Promise<DecodedImage> {
  const decoded = await decodeImage({ ...degradePage(page, quality, seed), width: 0, height: 0 })
  if (decoded === undefined) throw new Error('it is damaged')
  return decoded
}

t.test('a page on a table is found, and made as flat as it was', async (t) => {
  const photo = await image('photographed', 1)
  t.ok(pageCorners(photo), 'its corners are seen')
  const { image: flat } = flatPage(photo, greyOf(photo))
  const shape = flat.height / flat.width
  t.ok(Math.abs(shape - page.height / page.width) < 0.08, `its shape: ${shape}`)
  t.ok(Math.abs(textDirectionOf(flat).skew) <= 0.3, 'its lines are level')
})

t.test('a scan that is all page is left as it is', async (t) => {
  const scan = await image('clean', 3)
  t.equal(pageCorners(scan), undefined)
  const { toPixels, turned, image: flat } = flatPage(scan, greyOf(scan))
  const [scale, lean = 0] = toPixels
  t.equal(turned, 0)
  t.ok(Math.abs(lean) < 0.003, `not turned: ${lean}`)
  t.ok(Math.abs(flat.width * scale - scan.width) < 20, 'nothing cut off')
})

t.test('a page that lies askew on the glass is made level', async (t) => {
  for (const seed of [1, 3]) {
    const scan = await image('skewed', seed)
    const { image: flat } = flatPage(scan, greyOf(scan))
    t.ok(Math.abs(textDirectionOf(flat).skew) <= 0.2, `from ${skewAngle(seed).toFixed(1)} degrees`)
  }
})

t.test('a page on its side is turned', async (t) => {
  const { width, height, pixels } = await image('clean', 1)
  const across = new Uint8ClampedArray(pixels.length)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      across.set(
        pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
        (x * height + height - 1 - y) * 4,
      )
  const sideways = { width: height, height: width, pixels: across }
  const { turned, image: flat } = flatPage(sideways, greyOf(sideways))
  t.equal(turned, 90)
  t.ok(flat.height > flat.width)
})
