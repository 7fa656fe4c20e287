import { crc32, deflateSync } from 'node:zlib'
import type { ImageType } from '@ecmr/ocr'
import { type DecodedImage, decodeImage, renderPicture } from '@ecmr/ocr/testing'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import t from 'tap'
import { kinds } from './pixels-kinds.js'

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
function twoCorners(ground: string, width = 120, height = 80) {
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  pen.fillStyle = ground
  pen.fillRect(0, 0, width, height)
  pen.fillStyle = '#f00'
  pen.fillRect(0, 0, width / 3, height / 3)
  pen.fillStyle = '#00f'
  pen.fillRect((width * 2) / 3, (height * 2) / 3, width / 3, height / 3)
  return canvas
}

const corners = (image: DecodedImage): readonly Shade[] => [
  shadeAt(image, 5, 5),
  shadeAt(image, image.width - 6, 5),
  shadeAt(image, image.width - 6, image.height - 6),
  shadeAt(image, 5, image.height - 6),
]

/** A JPEG with a note in Exif on how it is to be turned. */
function withOrientation(jpeg: Buffer, orientation: number): Buffer {
  const note = `4d4d002a0000000800010112000300000001000${orientation}000000000000`
  const data = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), Buffer.from(note, 'hex')])
  const head = Buffer.from([0xff, 0xe1, 0, data.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)])
}

t.test('an image is turned as its Exif orientation says, for all eight', async (t) => {
  const jpeg = twoCorners('#fff').toBuffer('image/jpeg', 95)
  const falling = ['red', 'white', 'blue', 'white']
  const expected = [
    falling,
    ['white', 'red', 'white', 'blue'],
    ['blue', 'white', 'red', 'white'],
    ['white', 'blue', 'white', 'red'],
    falling,
    ['white', 'red', 'white', 'blue'],
    ['blue', 'white', 'red', 'white'],
    ['white', 'blue', 'white', 'red'],
  ]
  for (const [index, shades] of expected.entries()) {
    const image = await decoded('image/jpeg', withOrientation(jpeg, index + 1))
    const size = index < 4 ? [120, 80] : [80, 120]
    t.same(image && [image.width, image.height], size, `${index + 1}`)
    t.same(image && corners(image), shades, `${index + 1}`)
  }
})

t.test('every kind of png and jpeg is decoded', async (t) => {
  for (const [name, base64] of Object.entries(kinds)) {
    const type = base64.startsWith('iVBOR') ? 'image/png' : 'image/jpeg'
    const image = await decoded(type, Buffer.from(base64, 'base64'))
    const shades = image && [shadeAt(image, 30, 3), shadeAt(image, 30, 43)]
    t.same(shades, name === 'grey' ? ['other', 'other'] : ['red', 'blue'], name)
  }
})

t.test('what is transparent is white paper', async (t) => {
  const canvas = twoCorners('rgba(0, 0, 0, 0)')
  const images = { 'image/png': canvas.toBuffer('image/png'), 'image/webp': canvas.toBuffer('image/webp') }
  for (const type of ['image/png', 'image/webp'] as const) {
    const image = await decoded(type, images[type])
    t.same(image && corners(image), ['red', 'white', 'blue', 'white'], type)
  }
})

t.test('images of many pixels are drawn smaller, long ones too', async (t) => {
  const large = await decoded('image/png', twoCorners('#fff', 6_000, 4_000).toBuffer('image/png'))
  t.ok(large && large.width * large.height < 9_010_000)
  t.same(large && corners(large), ['red', 'white', 'blue', 'white'])
  const long = await decoded('image/png', twoCorners('#fff', 30_000, 60).toBuffer('image/png'))
  t.same(long && [long.width, long.height], [12_000, 24])
})

t.test('an image whose data is damaged or breaks off is damaged, and not drawn in part', async (t) => {
  const canvas = twoCorners('#fff', 300, 200)
  const images = {
    'image/png': canvas.toBuffer('image/png'),
    'image/jpeg': canvas.toBuffer('image/jpeg', 80),
  }
  for (const type of ['image/png', 'image/jpeg'] as const) {
    const bytes = images[type]
    for (const part of [0.3, 0.6, 0.9])
      t.equal(await decoded(type, bytes.subarray(0, bytes.length * part)), undefined, `${type}, ${part}`)
  }
  const png = images['image/png']
  png.writeUInt8(png.readUInt8(png.length >> 1) ^ 1, png.length >> 1)
  t.equal(await decoded('image/png', png), undefined, 'one bit of a png')
  t.same(await renderPicture({ mediaType: 'image/png', bytes: png, width: 300, height: 200 }), {
    ok: false,
    fault: { code: 'damaged' },
  })
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
function greyPng(...data: readonly Uint8Array[]): Buffer {
  const header = chunk('IHDR', Buffer.from([0, 0, 0, 90, 0, 0, 0, 60, 8, 0, 0, 0, 0]))
  const parts = data.map((part) => chunk('IDAT', part))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    header,
    ...parts,
    chunk('IEND', Buffer.of()),
  ])
}

t.test('a png has data for all of its rows, or is damaged', async (t) => {
  const rows = deflateSync(Buffer.alloc(91 * 60))
  t.ok(await decoded('image/png', greyPng(rows)))
  t.ok(await decoded('image/png', greyPng(rows.subarray(0, 9), Buffer.of(), rows.subarray(9))), 'in parts')
  t.ok(await decoded('image/png', greyPng(deflateSync(Buffer.alloc(50_000_000)))), 'and more than that')
  const damaged = {
    'one row less': deflateSync(Buffer.alloc(91 * 59)),
    'nothing packed': Buffer.from('no data that could be unpacked'),
    'no bytes': Buffer.of(),
    'an end too early': rows.subarray(0, rows.length >> 1),
  }
  for (const [what, data] of Object.entries(damaged))
    t.equal(await decoded('image/png', greyPng(data)), undefined, what)
})

t.test('the picture that is shown is of moderate size', async (t) => {
  const bytes = twoCorners('#fff', 3_000, 2_000).toBuffer('image/png')
  const seen = await renderPicture({ mediaType: 'image/png', bytes, width: 3_000, height: 2_000 })
  if (!seen.ok) throw new Error('it was not decoded')
  const { jpeg, width, height, turned } = seen.picture
  t.same([width, height, turned], [2400, 1600, 0])
  const shown = await loadImage(jpeg)
  t.same([shown.width, shown.height], [width, height])
})
