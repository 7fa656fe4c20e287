import { acceptFile, type AcceptedFile } from '@ecmr/attachments'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import t from 'tap'
import { crc32 } from 'node:zlib'
import { exif, photograph, telephonePhotograph, withSegment } from '../support/photographs.js'

function accepted(bytes: Uint8Array): AcceptedFile {
  const checked = acceptFile(bytes)
  if (!checked.ok) throw new Error(`refused: ${checked.fault}`)
  return checked.file
}

function fault(bytes: Uint8Array): string | undefined {
  const checked = acceptFile(bytes)
  return checked.ok ? undefined : checked.fault
}

async function pixels(bytes: Uint8Array): Promise<string> {
  const image = await loadImage(Buffer.from(bytes))
  const canvas = createCanvas(image.width, image.height)
  canvas.getContext('2d').drawImage(image, 0, 0)
  return `${image.width} × ${image.height}: ${canvas.data().toString('base64')}`
}

const SECRETS = ['SecretPhone', 'secret place', 'Exif\0\0MM\0*\0\0\0\x08\0\x03']
const says = (bytes: Uint8Array): readonly string[] =>
  SECRETS.filter((secret) => Buffer.from(bytes).includes(Buffer.from(secret, 'latin1')))

const chunk = (name: string, data: Uint8Array): Buffer => {
  const named = Buffer.concat([Buffer.from(name), data])
  const around = Buffer.alloc(8)
  around.writeUInt32BE(data.length)
  around.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)])
}

t.test('a telephone’s JPEG keeps its pixels and how it was held, and nothing else', async (t) => {
  const sent = Buffer.concat([
    withSegment(
      withSegment(
        withSegment(await telephonePhotograph(), 0xfe, Buffer.from('secret place')),
        0xe1,
        Buffer.from('http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>secret place</x:xmpmeta>'),
      ),
      0xed,
      Buffer.from('Photoshop 3.0\0secret place'),
    ),
    Buffer.from('PK\x03\x04 another file: secret place'),
  ])
  const file = accepted(sent)
  t.match(file, { mediaType: 'image/jpeg', width: 64, height: 48 })
  t.strictSame(file.location, { latitude: 37.7749, longitude: -3.7903 })
  t.strictSame(says(file.bytes), [])
  t.equal(await pixels(file.bytes), await pixels(sent), 'turned as before, with the same pixels')
  t.match(await pixels(file.bytes), /^48 × 64/, 'and it was turned')
  const again = accepted(file.bytes)
  t.strictSame(Buffer.from(again.bytes), Buffer.from(file.bytes), 'there is nothing more to remove')
  t.equal(again.location, undefined)
})

t.test('a JPEG keeps its colour profile', async (t) => {
  const profile = Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01'), Buffer.alloc(128, 7)])
  const file = accepted(withSegment(await photograph(), 0xe2, profile))
  t.ok(Buffer.from(file.bytes).includes(profile))
})

t.test('a PNG keeps its pixels and how it was held, and nothing else', async (t) => {
  const png = await photograph('png')
  const added = Buffer.concat([
    chunk('eXIf', exif()),
    chunk('tEXt', Buffer.from('Comment\0secret place')),
    chunk('prVt', Buffer.from('secret place')),
  ])
  const sent = Buffer.concat([png.subarray(0, 33), added, png.subarray(33), Buffer.from('secret place')])
  const file = accepted(sent)
  t.match(file, { mediaType: 'image/png', width: 64, height: 48 })
  t.strictSame(file.location, { latitude: 37.7749, longitude: -3.7903 })
  t.strictSame(says(file.bytes), [])
  t.equal(await pixels(file.bytes), await pixels(sent))
  t.strictSame(Buffer.from(accepted(file.bytes).bytes), Buffer.from(file.bytes))
})

/** A WebP of the extended kind, with Exif data and XMP. */
function extended(webp: Buffer): Buffer {
  const head = (name: string, content: Buffer): Buffer => {
    const size = Buffer.alloc(4)
    size.writeUInt32LE(content.length)
    return Buffer.concat([Buffer.from(name), size, content, Buffer.alloc(content.length % 2)])
  }
  const isExtended = webp.toString('latin1', 12, 16) === 'VP8X'
  const canvas = Buffer.from([(isExtended ? webp.readUInt8(20) : 0) | 0b1100, 0, 0, 0, 63, 0, 0, 47, 0, 0])
  const inside = Buffer.concat([
    Buffer.from('WEBP'),
    head('VP8X', canvas),
    webp.subarray(isExtended ? 30 : 12),
    head('EXIF', exif({ orientation: 1 })),
    head('XMP ', Buffer.from('<secret place>')),
  ])
  return head('RIFF', inside)
}

t.test('a WebP keeps its pixels, and nothing else', async (t) => {
  const sent = Buffer.concat([extended(await photograph('webp')), Buffer.from('secret place')])
  const file = accepted(sent)
  t.match(file, { mediaType: 'image/webp', width: 64, height: 48 })
  t.strictSame(file.location, { latitude: 37.7749, longitude: -3.7903 })
  t.strictSame(says(file.bytes), [])
  t.equal(await pixels(file.bytes), await pixels(sent))
  t.strictSame(Buffer.from(accepted(file.bytes).bytes), Buffer.from(file.bytes))
})

t.test('a WebP whose picture is larger than it says is refused', async (t) => {
  const sent = extended(await photograph('webp'))
  sent.writeUInt8(99, 12 + 8 + 4)
  t.equal(fault(sent), 'damaged')
})

const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<</Type/Catalog>>\nendobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

t.test('a PDF is kept as it is', async (t) => {
  const file = accepted(PDF)
  t.equal(file.mediaType, 'application/pdf')
  t.strictSame(Buffer.from(file.bytes), PDF)
  const embeds = Buffer.from('%PDF-1.7\n<</Type/EmbeddedFile>><</JavaScriptless 1>>\n%%EOF')
  t.equal(fault(embeds), undefined, 'control documents have their data inside')
})

t.test('a PDF that runs something, or is another file besides, is refused', async (t) => {
  for (const action of ['/JavaScript', '/Launch', '/SubmitForm', '/RichMedia', '/GoToE'])
    t.equal(fault(Buffer.from(`%PDF-1.7\n<</S${action}/JS(app.alert(1))>>\n%%EOF`)), 'active_content', action)
  t.equal(fault(Buffer.concat([Buffer.from('<html>'), PDF])), 'damaged')
  t.equal(fault(Buffer.concat([PDF, Buffer.from('PK\x03\x04')])), 'damaged')
  t.equal(fault(PDF.subarray(0, -8)), 'damaged')
})

t.test('what is none of the four kinds is refused, whatever it is called', async (t) => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
  const others = [svg, '<html><script>', 'GIF89a\x01\0\x01\0', 'MZ\x90', 'PK\x03\x04', '\xff\xd8\xff\xe0']
  for (const each of others)
    t.ok(['wrong_type', 'damaged'].includes(fault(Buffer.from(each, 'latin1')) ?? ''), each)
  t.equal(fault(Buffer.alloc(0)), 'empty')
  t.equal(fault(Buffer.alloc(10 * 1024 * 1024 + 1)), 'too_large')
})

t.test('pictures of more pixels than may be decoded are refused by what they say', async (t) => {
  const png = await photograph('png')
  png.writeUInt32BE(60_000, 16)
  png.writeUInt32BE(60_000, 20)
  t.equal(fault(png), 'too_many_pixels')
  const jpeg = await photograph()
  const second = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
  const frame = jpeg.subarray(second, second + 2 + jpeg.readUInt16BE(second + 2))
  const large = Buffer.from(frame)
  large.writeUInt16BE(60_000, 5)
  large.writeUInt16BE(60_000, 7)
  const two = Buffer.concat([jpeg.subarray(0, second), frame, large, jpeg.subarray(second + frame.length)])
  t.equal(fault(two), 'damaged', 'a second frame of another size')
})

t.test('whatever breaks off is refused, wherever it does', async (t) => {
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const whole = format === 'webp' ? extended(await photograph(format)) : await photograph(format)
    for (let length = 1; length < whole.length; length += 7)
      t.not(fault(whole.subarray(0, length)), undefined, `${format}, ${length} bytes`)
  }
})

t.test(
  'whatever is changed in a file, what is kept of it can be kept again and says nothing more',
  async (t) => {
    let seed = 1
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % below
    }
    const png = await photograph('png')
    const sources = [
      await telephonePhotograph(),
      extended(await photograph('webp')),
      Buffer.concat([png.subarray(0, 33), chunk('eXIf', exif()), png.subarray(33)]),
    ]
    let kept = 0
    for (let round = 0; round < 6_000; round++) {
      const bytes = Buffer.from(sources[round % sources.length] ?? '')
      for (let change = 0; change <= random(4); change++)
        bytes.writeUInt8(random(256), 12 + random(bytes.length - 12))
      const checked = acceptFile(bytes)
      if (!checked.ok) continue
      kept++
      const again = acceptFile(checked.file.bytes)
      if (
        !again.ok ||
        !Buffer.from(again.file.bytes).equals(Buffer.from(checked.file.bytes)) ||
        again.file.location
      )
        t.fail(`round ${round}: what was kept is not kept as it is`)
    }
    t.ok(kept > 100, `${kept} of 6,000 were still pictures`)
  },
)
