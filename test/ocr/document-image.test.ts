import { documentImage, type ImageFault, imageTypes, LARGEST_IMAGE, LONGEST_DATA_URL } from '@ecmr/ocr'
import t, { type Test } from 'tap'
import { dataUrl, height, type ImageName, images, typeOf, width } from './images.js'

const names = Object.keys(images) as ImageName[]
const url = (type: string, bytes: Uint8Array): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
const bytesOf = (name: ImageName): Buffer => Buffer.from(images[name], 'base64')

function refuses(t: Test, text: string, fault: ImageFault, what?: string): void {
  t.same(documentImage(text), { ok: false, fault }, what ?? `${text.slice(0, 60)}: ${fault.code}`)
}

/** The bytes with some of them changed. */
function changed(name: ImageName, at: number, ...to: readonly number[]): string {
  const bytes = bytesOf(name)
  bytes.set(to, at)
  return url(typeOf[name], bytes)
}

t.test('a png, jpeg or webp of each kind is what it says, with its size', async (t) => {
  for (const name of names) {
    const image = { mediaType: typeOf[name], bytes: bytesOf(name), width, height }
    t.same(documentImage(dataUrl(name)), { ok: true, image }, name)
  }
})

t.test('data URLs may be written in several ways', async (t) => {
  const png = images.png
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

t.test('what is no data URL in base64 is refused', async (t) => {
  const png = images.png
  const others = [
    '',
    'data:',
    'data:,',
    'data:;base64,',
    png,
    'https://example.com/scan.png',
    `data:image/png,${png}`,
    `data:image/png;base64${png}`,
    `data:image/png;base64;name=x,${png}`,
    `data:image/png;base32,${png}`,
    `data:image;base64,${png}`,
    `data: image/png;base64,${png}`,
    `xdata:image/png;base64,${png}`,
    `data:image/png;${'a=b;'.repeat(100)}base64,${png}`,
    `javascript:image/png;base64,${png}`,
  ]
  for (const other of others) refuses(t, other, { code: 'no_data_url' })
})

t.test('other kinds of file are refused by what they say', async (t) => {
  const others = ['svg+xml', 'gif', 'bmp', 'tiff', 'heic', 'avif', 'x-png', 'jpe'].map(
    (type) => `image/${type}`,
  )
  for (const type of [...others, 'text/html', 'application/pdf', 'text/plain'])
    refuses(t, url(type, bytesOf('png')), { code: 'wrong_type' }, type)
})

t.test('bytes that are something else than they say are refused', async (t) => {
  const other = {
    gif: Buffer.from('GIF89a\x25\x00\x17\x00\x80\x00\x00'),
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    html: Buffer.from('<!doctype html><script>alert(1)</script>'),
    pdf: Buffer.from('%PDF-1.7\n'),
    wav: Buffer.from('RIFF\x24\x00\x00\x00WAVEfmt '),
    'one byte': Buffer.from([0x89]),
    'an image behind something else': Buffer.concat([Buffer.from(' '), bytesOf('png')]),
  }
  for (const declared of imageTypes) {
    for (const [what, bytes] of Object.entries(other))
      refuses(t, url(declared, bytes), { code: 'other_content', declared }, `${what} as ${declared}`)
    for (const name of names) {
      const found = typeOf[name]
      if (found === declared) continue
      refuses(
        t,
        url(declared, bytesOf(name)),
        { code: 'other_content', declared, found },
        `${name} as ${declared}`,
      )
    }
  }
})

t.test('only base64 in its one form is taken', async (t) => {
  const { png } = images
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

t.test('an image is as large as it may be, and no larger', async (t) => {
  const largest = Buffer.concat([bytesOf('png'), Buffer.alloc(LARGEST_IMAGE - bytesOf('png').length)])
  t.equal(documentImage(url('image/png', largest)).ok, true)
  const wrapped = url('image/png', largest).replace(/[^,]{76}/g, '$&\r\n')
  t.equal(documentImage(wrapped).ok, true, 'in lines')
  refuses(
    t,
    url('image/png', Buffer.concat([largest, Buffer.alloc(1)])),
    { code: 'too_large' },
    'a byte more',
  )
  refuses(t, 'x'.repeat(LONGEST_DATA_URL + 1), { code: 'too_large' }, 'whatever it is')
})

t.test('sizes that no picture has are refused', async (t) => {
  const damaged = { code: 'damaged' } as const
  refuses(t, changed('png', 16, 0, 0, 0, 0), damaged, 'png without width')
  refuses(t, changed('png', 20, 0, 0, 0, 0), damaged, 'png without height')
  refuses(t, changed('png', 11, 12), damaged, 'png whose first chunk has another length')
  refuses(t, changed('png', 12, 0x74), damaged, 'png whose first chunk is another')
  const frame = bytesOf('jpeg').indexOf(Buffer.from([0xff, 0xc0]))
  refuses(t, changed('jpeg', frame + 5, 0, 0), damaged, 'jpeg without height')
  refuses(t, changed('jpeg', frame + 7, 0, 0), damaged, 'jpeg without width')
  refuses(t, changed('jpeg', frame + 2, 0, 7), damaged, 'jpeg with too short a frame')
  refuses(t, changed('jpeg', 4, 0, 1), damaged, 'jpeg with a segment shorter than its length')
  refuses(t, changed('jpeg', frame + 1, 0xda), damaged, 'jpeg whose scan comes before its frame')
  refuses(t, changed('jpeg', frame + 1, 0xd9), damaged, 'jpeg that ends before its frame')
  refuses(t, changed('jpeg', frame, 0x00), damaged, 'jpeg without a marker where one belongs')
  refuses(t, changed('webpLossy', 26, 0, 0), damaged, 'webp without width')
  refuses(t, changed('webpLossy', 23, 0), damaged, 'webp without its start code')
  refuses(t, changed('webpLossy', 20, 1), damaged, 'webp that begins in the middle of a film')
  refuses(t, changed('webpLossless', 20, 0x2e), damaged, 'webp without its signature')
  refuses(t, changed('webpAlpha', 12, 0x41), damaged, 'webp with another first chunk')
})

t.test(
  'frames of every kind of jpeg are found, with fill bytes and other segments before them',
  async (t) => {
    const bytes = bytesOf('jpeg')
    const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]))
    const isFrame = (marker: number): boolean => documentImage(changed('jpeg', frame + 1, marker)).ok
    const markers = Array.from({ length: 256 }, (_, marker) => marker).filter(isFrame)
    t.same(
      markers,
      [0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf],
      'ITU T.81, table B.1',
    )
    const filled = Buffer.concat([bytes.subarray(0, frame), Buffer.alloc(9, 0xff), bytes.subarray(frame)])
    t.match(documentImage(url('image/jpeg', filled)), { image: { width, height } })
  },
)

t.test('more than 50 megapixels are refused by the header alone', async (t) => {
  const sized = (w: number, h: number): string => {
    const bytes = bytesOf('png')
    bytes.writeUInt32BE(w, 16)
    bytes.writeUInt32BE(h, 20)
    return url('image/png', bytes)
  }
  t.equal(documentImage(sized(10_000, 5_000)).ok, true)
  refuses(t, sized(10_000, 5_001), { code: 'too_many_pixels', width: 10_000, height: 5_001 })
  const most = 0xffffffff
  refuses(t, sized(most, most), { code: 'too_many_pixels', width: most, height: most })
  const canvas = changed('webpAlpha', 24, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)
  refuses(t, canvas, { code: 'too_many_pixels', width: 2 ** 24, height: 2 ** 24 }, 'webp')
})

t.test('a header of millions of segments is walked once', async (t) => {
  const segments = Buffer.alloc(LARGEST_IMAGE - 2, Buffer.from([0xff, 0xe0, 0x00, 0x02]))
  const text = url('image/jpeg', Buffer.concat([Buffer.from([0xff, 0xd8]), segments]))
  const began = performance.now()
  refuses(t, text, { code: 'damaged' }, 'nothing but empty segments')
  t.ok(performance.now() - began < 5_000)
})
