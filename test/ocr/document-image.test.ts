import {
  type CheckedImage,
  documentImage,
  type ImageFault,
  imageTypes,
  LARGEST_IMAGE,
  LONGEST_DATA_URL,
  MOST_PIXELS,
} from '@ecmr/ocr'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import {
  dataUrl,
  height,
  type ImageName,
  images,
  kinds,
  imageNames as names,
  typeOf,
  width,
} from './images.js'

const bytesOf = (name: ImageName): Buffer => Buffer.from(images[name], 'base64')
const url = (type: string, bytes: Uint8Array): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
const check = (name: ImageName, bytes: Uint8Array): CheckedImage => documentImage(url(typeOf[name], bytes))
const damaged = { code: 'damaged' } as const
const { png } = images

function refuses(t: Test, text: string, fault: ImageFault, what?: string): void {
  t.same(documentImage(text), { ok: false, fault }, what ?? `${text.slice(0, 60)}: ${fault.code}`)
}

/** An image with some of its bytes changed. */
function changed(name: ImageName, at: number, ...to: readonly number[]): string {
  const bytes = bytesOf(name)
  bytes.set(to, at)
  return url(typeOf[name], bytes)
}

/** A PNG whose header says that it is of this size. */
function sized(across: number, down: number): string {
  const bytes = bytesOf('png')
  bytes.writeUInt32BE(across, 16)
  bytes.writeUInt32BE(down, 20)
  return url('image/png', bytes)
}

/** A chunk of a PNG, its checksum left empty: nothing looks at it here. */
function chunk(name: string, data: Uint8Array = Buffer.alloc(0)): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(name, 'latin1'), data, Buffer.alloc(4)])
}

const jpeg = bytesOf('jpeg')
const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]))

t.test('a png, jpeg or webp of each kind is what it says, with its size, whatever follows it', async (t) => {
  for (const name of names) {
    const bytes = bytesOf(name)
    const image = { mediaType: typeOf[name], bytes, width, height }
    t.same(documentImage(dataUrl(name)), { ok: true, image }, name)
    const longer = Buffer.concat([bytes, Buffer.from('and something else')])
    t.match(check(name, longer), { ok: true, image: { width, height } }, name)
  }
})

t.test('data URLs may be written in several ways', async (t) => {
  const ways = [
    `DATA:Image/PNG;Base64,${png}`,
    `data:image/png;name=scan.png;base64,${png}`,
    `data:image/png;name="a scan.png";charset=utf-8;base64,${png}`,
    `  data:image/png;base64,${png}\n`,
    `data:image/png;base64,\r\n${png.replace(/.{76}/g, '$&\r\n')}`,
    `data:image/png;base64,${png.replace(/.{64}/g, '$&\n')}`,
  ]
  for (const way of ways) t.match(documentImage(way), { ok: true, image: { mediaType: 'image/png' } })
  t.match(documentImage(`data:image/jpg;base64,${images.jpeg}`), { image: { mediaType: 'image/jpeg' } })
})

t.test('what is no data URL in base64, and other kinds of file, are refused by what they say', async (t) => {
  const others = [
    ...['', 'data:', 'data:,', 'data:;base64,', png, 'https://example.com/scan.png', `data:image/png,${png}`],
    ...[`data:image/png;base64${png}`, `data:image/png;base64;name=x,${png}`, `data:image/png;base32,${png}`],
    ...[`data:image;base64,${png}`, `data: image/png;base64,${png}`, `xdata:image/png;base64,${png}`],
    ...[`data:image/png;${'a=b;'.repeat(100)}base64,${png}`, `javascript:image/png;base64,${png}`],
  ]
  for (const other of others) refuses(t, other, { code: 'no_data_url' })
  const types = ['svg+xml', 'gif', 'bmp', 'tiff', 'heic', 'avif', 'x-png', 'jpe'].map(
    (type) => `image/${type}`,
  )
  for (const type of [...types, 'text/html', 'application/pdf', 'text/plain'])
    refuses(t, url(type, bytesOf('png')), { code: 'wrong_type' }, type)
})

t.test('bytes that are something else than they say are refused', async (t) => {
  const other = {
    gif: Buffer.from('GIF89a\x25\x00\x17\x00\x80\x00\x00'),
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    html: Buffer.from('<!doctype html><script>alert(1)</script>'),
    wav: Buffer.from('RIFF\x24\x00\x00\x00WAVEfmt '),
    'one byte': Buffer.from([0x89]),
    'an image behind something else': Buffer.concat([Buffer.from(' '), bytesOf('png')]),
  }
  for (const declared of imageTypes) {
    const pdf = url(declared, Buffer.from('%PDF-1.7\n'))
    refuses(t, pdf, { code: 'other_content', declared, found: 'application/pdf' })
    for (const [what, bytes] of Object.entries(other))
      refuses(t, url(declared, bytes), { code: 'other_content', declared }, `${what} as ${declared}`)
    for (const name of names.filter((name) => typeOf[name] !== declared)) {
      const fault = { code: 'other_content', declared, found: typeOf[name] } as const
      refuses(t, url(declared, bytesOf(name)), fault, `${name} as ${declared}`)
    }
  }
})

t.test('only base64 in its one form is taken', async (t) => {
  const broken = {
    'a character missing': png.slice(0, -1),
    'padding missing': png.replace(/=+$/, ''),
    'padding within': `${png.slice(0, 40)}=${png.slice(41)}`,
    'too much padding': `${png}=`,
    'a space': `${png.slice(0, 40)} ${png.slice(40)}`,
    'a tab': `${png.slice(0, 40)}\t${png.slice(40)}`,
    'the alphabet of addresses': png.replaceAll('+', '-').replaceAll('/', '_'),
    percents: png.replaceAll('=', '%3D'),
    'a character of no alphabet': `${png.slice(0, 40)}!${png.slice(41)}`,
    'letters that are not ASCII': `${png.slice(0, 40)}ñ${png.slice(41)}`,
    'bits that no byte has': 'iVBORw0KGgp=',
    'a second URL': `${png}data:image/png;base64,${png}`,
  }
  for (const [what, text] of Object.entries(broken))
    refuses(t, `data:image/png;base64,${text}`, { code: 'no_base64' }, what)
  for (const nothing of ['', '\n', '\r\n\r\n'])
    refuses(t, `data:image/png;base64,${nothing}`, { code: 'empty' })
})

t.test('an image has at most so many bytes', async (t) => {
  const largest = Buffer.concat([bytesOf('png'), Buffer.alloc(LARGEST_IMAGE - bytesOf('png').length)])
  t.equal(check('png', largest).ok, true)
  t.equal(documentImage(url('image/png', largest).replace(/[^,]{76}/g, '$&\r\n')).ok, true, 'in lines')
  const larger = Buffer.concat([largest, Buffer.alloc(1)])
  refuses(t, url('image/png', larger), { code: 'too_large' }, 'a byte more')
  refuses(t, 'x'.repeat(LONGEST_DATA_URL + 1), { code: 'too_large' }, 'whatever it is')
})

t.test('an image has at least 40 pixels a side and at most 50 megapixels, by its header', async (t) => {
  t.equal(documentImage(sized(40, 40)).ok, true)
  t.equal(documentImage(sized(10_000, 5_000)).ok, true)
  const most = 0xffffffff
  for (const [code, width, height] of [
    ['too_small', 39, 5_000],
    ['too_small', 5_000, 1],
    ['too_many_pixels', 10_000, 5_001],
    ['too_many_pixels', most, most],
  ] as const)
    refuses(t, sized(width, height), { code, width, height })
  const canvas = changed('webpAlpha', 24, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)
  refuses(t, canvas, { code: 'too_many_pixels', width: 2 ** 24, height: 2 ** 24 }, 'webp')
})

t.test('sizes that no picture has are refused', async (t) => {
  for (const [what, image] of [
    ['png without width', changed('png', 16, 0, 0, 0, 0)],
    ['png without height', changed('png', 20, 0, 0, 0, 0)],
    ['png whose first chunk has another length', changed('png', 11, 12)],
    ['png whose first chunk is another', changed('png', 12, 0x74)],
    ['jpeg without height', changed('jpeg', frame + 5, 0, 0)],
    ['jpeg without width', changed('jpeg', frame + 7, 0, 0)],
    ['jpeg with too short a frame', changed('jpeg', frame + 2, 0, 7)],
    ['jpeg with a segment shorter than its length', changed('jpeg', 4, 0, 1)],
    ['jpeg whose scan comes before its frame', changed('jpeg', frame + 1, 0xda)],
    ['jpeg that ends before its frame', changed('jpeg', frame + 1, 0xd9)],
    ['jpeg without a marker where one belongs', changed('jpeg', frame, 0x00)],
    ['webp without width', changed('webpLossy', 26, 0, 0)],
    ['webp without its start code', changed('webpLossy', 23, 0)],
    ['webp that begins in the middle of a film', changed('webpLossy', 20, 1)],
    ['webp without its signature', changed('webpLossless', 20, 0x2e)],
    ['webp with another first chunk', changed('webpAlpha', 12, 0x41)],
  ] as const)
    refuses(t, image, damaged, what)
})

t.test('frames of every kind of jpeg are found, also behind fill bytes and other segments', async (t) => {
  const markers = Array.from({ length: 256 }, (_, marker) => marker)
  const frames = [0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]
  const found = markers.filter((marker) => documentImage(changed('jpeg', frame + 1, marker)).ok)
  t.same(found, frames, 'ITU T.81, table B.1')
  const filled = Buffer.concat([jpeg.subarray(0, frame), Buffer.alloc(9, 0xff), jpeg.subarray(frame)])
  t.match(check('jpeg', filled), { image: { width, height } })
})

t.test('an image that breaks off is damaged; how far the scan of a jpeg goes, decoding finds', async (t) => {
  for (const name of names) {
    const bytes = bytesOf(name)
    const lengths = Array.from({ length: bytes.length }, (_, length) => length)
    const taken = lengths.filter((length) => check(name, bytes.subarray(0, length)).ok)
    t.same(taken, name === 'jpeg' ? lengths.slice(scan + 4) : [], name)
    if (name !== 'jpeg')
      t.match(check(name, bytes.subarray(0, -1)), { fault: damaged }, `${name}, the last byte`)
  }
  const progressive = Buffer.from(
    kinds.find(({ file }) => file === 'progressive.jpg')?.base64 ?? '',
    'base64',
  )
  t.equal(check('jpeg', progressive).ok, true)
  t.match(check('jpeg', progressive.subarray(0, -2)), { fault: damaged }, 'any part of it can be decoded')
})

t.test('images that move, and a png without data, are refused', async (t) => {
  const at = (name: string): number => bytesOf('png').indexOf(name, 0, 'latin1') - 4
  const withFrames = (before: number): Buffer =>
    Buffer.concat([
      bytesOf('png').subarray(0, before),
      chunk('acTL', Buffer.alloc(8)),
      bytesOf('png').subarray(before),
    ])
  t.match(check('png', withFrames(at('IDAT'))), { fault: { code: 'animated' } })
  t.equal(check('png', withFrames(at('IEND'))).ok, true, 'behind the data it is nothing')
  refuses(t, changed('webpAlpha', 20, bytesOf('webpAlpha').readUInt8(20) | 2), { code: 'animated' })
  t.match(check('png', Buffer.concat([bytesOf('png').subarray(0, 33), chunk('IEND')])), { fault: damaged })
})

t.test('any bytes get an answer', async () => {
  const name = fc.constantFrom(...names)
  fc.assert(
    fc.property(name, fc.nat(40), fc.uint8Array({ maxLength: 4_000 }), (name, start, rest) => {
      check(name, Buffer.concat([bytesOf(name).subarray(0, start), rest]))
    }),
    { numRuns: 2_000 },
  )
  const flips = fc.array(fc.nat(8 * 100), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(name, flips, (name, flips) => {
      const bytes = bytesOf(name)
      for (const bit of flips) {
        const at = (bit >> 3) % bytes.length
        bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << (bit & 7)), at)
      }
      const checked = check(name, bytes)
      return !checked.ok || checked.image.width * checked.image.height <= MOST_PIXELS
    }),
    { numRuns: 2_000 },
  )
})

t.test('millions of parts are walked over once', async (t) => {
  const filled = (head: Uint8Array, part: Buffer): Buffer =>
    Buffer.concat([head, Buffer.alloc(LARGEST_IMAGE - head.length, part)])
  const segment = Buffer.from([0xff, 0xe0, 0, 2])
  const before = process.cpuUsage()
  for (const [name, image] of [
    ['png', filled(bytesOf('png').subarray(0, 33), chunk('IDAT'))],
    ['jpeg', filled(jpeg.subarray(0, 2), segment)],
    ['jpeg', filled(jpeg.subarray(0, scan), segment)],
    ['jpeg', filled(jpeg.subarray(0, scan), Buffer.from([0xff]))],
  ] as const)
    t.match(check(name, image), { fault: damaged })
  // Of its own time: others may keep the machine busy.
  t.ok(process.cpuUsage(before).user < 5_000_000)
})
