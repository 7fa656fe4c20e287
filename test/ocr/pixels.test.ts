import { crc32, deflateSync } from 'node:zlib'
import type { ImageType } from '@ecmr/ocr'
import {
  type DecodedImage,
  decodeImage,
  type GreyImage,
  renderPicture,
  withoutPrintedLines,
} from '@ecmr/ocr/testing'
import { loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import t from 'tap'
import { drawnCanvas } from './drawn-canvas.js'
import { kinds } from './images.js'

const decoded = (mediaType: ImageType, bytes: Uint8Array): Promise<DecodedImage | undefined> =>
  decodeImage({ mediaType, bytes, width: 0, height: 0 })

type Shade = 'red' | 'blue' | 'white' | 'other'

function shadeAt({ width, pixels }: DecodedImage, x: number, y: number): Shade {
  const [red = 0, green = 0, blue = 0] = pixels.subarray((y * width + x) * 4)
  if (Math.min(red, green, blue) > 235) return 'white'
  if (red > 180 && blue < 90) return 'red'
  return blue > 180 && red < 90 ? 'blue' : 'other'
}

/** Red in the upper left corner, blue in the lower right one, and white or nothing elsewhere. */
const twoCorners = (width = 120, height = 80, ground = '#fff') =>
  drawnCanvas(
    width,
    height,
    (pen) => {
      pen.fillStyle = '#f00'
      pen.fillRect(0, 0, width / 3, height / 3)
      pen.fillStyle = '#00f'
      pen.fillRect((width * 2) / 3, (height * 2) / 3, width / 3, height / 3)
    },
    ground,
  )

/** The size of an image, and its shades clockwise from the upper left corner. */
const seen = (image: DecodedImage | undefined) =>
  image && {
    size: [image.width, image.height],
    corners: [
      shadeAt(image, 5, 5),
      shadeAt(image, image.width - 6, 5),
      shadeAt(image, image.width - 6, image.height - 6),
      shadeAt(image, 5, image.height - 6),
    ].join(' '),
  }

/** A JPEG with a note in Exif on how it is to be turned. */
function withOrientation(jpeg: Buffer, orientation: number): Buffer {
  const note = `4d4d002a0000000800010112000300000001000${orientation}000000000000`
  const data = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), Buffer.from(note, 'hex')])
  const head = Buffer.from([0xff, 0xe1, 0, data.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)])
}

const FALLING = 'red white blue white'
t.test('an image is turned as its Exif orientation says, for all eight', async (t) => {
  const jpeg = twoCorners().toBuffer('image/jpeg', 95)
  const turned = [FALLING, 'white red white blue', 'blue white red white', 'white blue white red']
  for (const [index, corners] of [...turned, ...turned].entries()) {
    const size = index < 4 ? [120, 80] : [80, 120]
    t.same(
      seen(await decoded('image/jpeg', withOrientation(jpeg, index + 1))),
      { size, corners },
      `${index + 1}`,
    )
  }
})

t.test('every kind of png and jpeg is decoded, and what is transparent is white paper', async (t) => {
  for (const { file, base64 } of kinds) {
    const type = file.endsWith('.png') ? 'image/png' : 'image/jpeg'
    const image = await decoded(type, Buffer.from(base64, 'base64'))
    const shades = image && [shadeAt(image, 30, 3), shadeAt(image, 30, 43)]
    t.same(shades, file === 'grey.jpg' ? ['other', 'other'] : ['red', 'blue'], file)
  }
  const canvas = twoCorners(120, 80, 'rgba(0, 0, 0, 0)')
  t.match(seen(await decoded('image/png', canvas.toBuffer('image/png'))), { corners: FALLING })
  t.match(seen(await decoded('image/webp', canvas.toBuffer('image/webp'))), { corners: FALLING })
})

t.test('images of many pixels are drawn smaller, long ones too', async (t) => {
  const large = await decoded('image/png', twoCorners(6_000, 4_000).toBuffer('image/png'))
  t.ok(large && large.width * large.height < 9_010_000)
  t.match(seen(large), { corners: FALLING })
  const long = await decoded('image/png', twoCorners(30_000, 60).toBuffer('image/png'))
  t.same(long && [long.width, long.height], [12_000, 24])
})

t.test('an image whose data is damaged or breaks off is damaged, and not drawn in part', async (t) => {
  const canvas = twoCorners(300, 200)
  const png = canvas.toBuffer('image/png')
  for (const [type, bytes] of [
    ['image/png', png],
    ['image/jpeg', canvas.toBuffer('image/jpeg', 80)],
  ] as const)
    for (const part of [0.3, 0.6, 0.9])
      t.equal(await decoded(type, bytes.subarray(0, bytes.length * part)), undefined, `${type}, ${part}`)
  png.writeUInt8(png.readUInt8(png.length >> 1) ^ 1, png.length >> 1)
  t.equal(await decoded('image/png', png), undefined, 'one bit of a png')
  const damaged = { ok: false, fault: { code: 'damaged' } }
  t.same(await renderPicture({ mediaType: 'image/png', bytes: png, width: 300, height: 200 }), damaged)
})

function chunk(name: string, data: Uint8Array): Buffer {
  const bytes = Buffer.alloc(12 + data.length)
  bytes.writeUInt32BE(data.length, 0)
  bytes.write(name, 4, 'latin1')
  bytes.set(data, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length)
  return bytes
}

/** A grey PNG of 90 by 60 pixels, whose chunks are sound whatever is in its data. */
const greyPng = (...data: readonly Uint8Array[]): Buffer =>
  Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', Buffer.from([0, 0, 0, 90, 0, 0, 0, 60, 8, 0, 0, 0, 0])),
    ...data.map((part) => chunk('IDAT', part)),
    chunk('IEND', Buffer.of()),
  ])

t.test('a png has data for all of its rows, or is damaged', async (t) => {
  const rows = deflateSync(Buffer.alloc(91 * 60))
  for (const [isSound, what, ...data] of [
    [true, 'all rows', rows],
    [true, 'in parts', rows.subarray(0, 9), Buffer.of(), rows.subarray(9)],
    [true, 'and more than that', deflateSync(Buffer.alloc(50_000_000))],
    [false, 'one row less', deflateSync(Buffer.alloc(91 * 59))],
    [false, 'nothing packed', Buffer.from('no data that could be unpacked')],
    [false, 'no bytes', Buffer.of()],
    [false, 'an end too early', rows.subarray(0, rows.length >> 1)],
  ] as const)
    t.equal((await decoded('image/png', greyPng(...data))) !== undefined, isSound, what)
})

t.test('the picture that is shown is of moderate size', async (t) => {
  const bytes = twoCorners(3_000, 2_000).toBuffer('image/png')
  const shown = await renderPicture({ mediaType: 'image/png', bytes, width: 3_000, height: 2_000 })
  if (!shown.ok) throw new Error('it was not decoded')
  t.match(shown.picture, { width: 2400, height: 1600, turned: 0 })
  t.match(await loadImage(shown.picture.jpeg), { width: 2400, height: 1600 })
})

const width = 400
const height = 300

function drawn(draw: (pen: SKRSContext2D) => void): GreyImage {
  const { data } = drawnCanvas(width, height, draw).getContext('2d').getImageData(0, 0, width, height)
  return { width, height, pixels: Uint8Array.from({ length: width * height }, (_, at) => data[at * 4] ?? 0) }
}

const darkPixels = ({ pixels }: GreyImage): number => pixels.filter((shade) => shade < 200).length

t.test('lines of a form are removed and returned', async (t) => {
  const form = drawn((pen) => {
    pen.fillRect(20, 50, 360, 3)
    pen.fillRect(100, 50, 2, 200)
  })
  const { page, rules } = withoutPrintedLines(form)
  t.equal(darkPixels(page), 0)
  t.match(rules, [
    { direction: 'horizontal', box: { x: 20, y: 50, width: 360, height: 3 } },
    { direction: 'vertical', box: { x: 100, y: 50, width: 2, height: 200 } },
  ])
})

t.test('lines with gaps, in a pale colour or falling a little are lines', async (t) => {
  const broken = drawn((pen) => {
    for (let x = 20; x < 360; x += 60) pen.fillRect(x, 50, 48, 3)
  })
  const pale = drawn((pen) => {
    pen.fillStyle = '#a0a0ff'
    pen.fillRect(20, 50, 360, 3)
  })
  const falling = drawn((pen) => {
    pen.rotate(0.01)
    pen.fillRect(20, 50, 360, 3)
  })
  for (const [name, image] of Object.entries({ broken, pale, falling }))
    t.equal(withoutPrintedLines(image).rules.length, 1, name)
  t.equal(darkPixels(withoutPrintedLines(falling).page), 0)
})

t.test('a stroke that crosses a line is left whole, one that ends at it loses little', async (t) => {
  const crossed = drawn((pen) => {
    pen.fillRect(20, 50, 360, 3)
    pen.fillRect(100, 30, 4, 40)
    pen.fillRect(200, 30, 4, 20)
  })
  const { page } = withoutPrintedLines(crossed)
  const dark = (x: number, from: number, to: number): number =>
    Array.from({ length: to - from }, (_, row) => page.pixels[(from + row) * width + x]).filter(
      (shade) => shade === 0,
    ).length
  t.equal(dark(101, 30, 70), 40, 'crossing')
  t.ok(dark(201, 30, 50) >= 17, 'ending')
})

t.test('letters, short dashes and solid areas are no lines', async (t) => {
  const print = drawn((pen) => {
    pen.fillRect(20, 50, 60, 5)
    pen.fillRect(100, 100, 200, 60)
    for (let x = 20; x < 360; x += 22) pen.fillRect(x, 250, 16, 5)
  })
  const { page, rules } = withoutPrintedLines(print)
  t.same(rules, [])
  t.equal(darkPixels(page), darkPixels(print))
})
