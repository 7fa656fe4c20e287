import { type CheckedImage, documentImage, LARGEST_IMAGE, MOST_PIXELS } from '@ecmr/ocr'
import fc from 'fast-check'
import t from 'tap'
import { height, type ImageName, images, typeOf, width } from './images.js'
import { kinds } from './pixels-kinds.js'

const names = Object.keys(images) as ImageName[]
const bytesOf = (name: ImageName): Buffer => Buffer.from(images[name], 'base64')
const check = (name: ImageName, bytes: Uint8Array): CheckedImage =>
  documentImage(`data:${typeOf[name]};base64,${Buffer.from(bytes).toString('base64')}`)
const refused = (code: string) => ({ ok: false, fault: { code } })

/** A chunk of a PNG, its checksum left empty: nothing looks at it here. */
function chunk(name: string, data: Uint8Array = Buffer.alloc(0)): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(name, 'latin1'), data, Buffer.alloc(4)])
}

/** A PNG with something put before one of its chunks. */
function pngWith(extra: Buffer, before: 'IDAT' | 'IEND'): Buffer {
  const png = bytesOf('png')
  const at = png.indexOf(before, 0, 'latin1') - 4
  return Buffer.concat([png.subarray(0, at), extra, png.subarray(at)])
}

t.test('a png or webp that breaks off is damaged, wherever it does', async (t) => {
  for (const name of ['png', 'webpLossy', 'webpLossless', 'webpAlpha'] as const) {
    const bytes = bytesOf(name)
    const longest = Array.from({ length: bytes.length }, (_, length) => length)
    const taken = longest.filter((length) => check(name, bytes.subarray(0, length)).ok)
    t.same(taken, [], name)
    t.match(check(name, bytes.subarray(0, bytes.length - 1)), refused('damaged'), `${name}, the last byte`)
  }
})

t.test(
  'a jpeg that breaks off before its scan is damaged; how far the scan goes, decoding finds',
  async (t) => {
    const jpeg = bytesOf('jpeg')
    const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]))
    const longest = Array.from({ length: jpeg.length }, (_, length) => length)
    const taken = longest.filter((length) => check('jpeg', jpeg.subarray(0, length)).ok)
    t.equal(taken[0], scan + 4, 'from its first bytes on')
    t.equal(taken.length, jpeg.length - scan - 4)
  },
)

t.test('a progressive jpeg needs its end, for any part of it can be decoded', async (t) => {
  const jpeg = Buffer.from(kinds.progressive, 'base64')
  t.equal(check('jpeg', jpeg).ok, true)
  t.same(check('jpeg', jpeg.subarray(0, -2)), refused('damaged'))
})

t.test('what follows an image is passed over', async (t) => {
  for (const name of names) {
    const longer = Buffer.concat([bytesOf(name), Buffer.from('and something else')])
    t.match(check(name, longer), { ok: true, image: { width, height } }, name)
  }
})

t.test('images that move are refused', async (t) => {
  t.same(check('png', pngWith(chunk('acTL', Buffer.alloc(8)), 'IDAT')), refused('animated'))
  t.equal(
    check('png', pngWith(chunk('acTL', Buffer.alloc(8)), 'IEND')).ok,
    true,
    'behind the data it is nothing',
  )
  const webp = bytesOf('webpAlpha')
  webp.writeUInt8(webp.readUInt8(20) | 2, 20)
  t.same(check('webpAlpha', webp), refused('animated'))
})

t.test('a png without any data is damaged', async (t) => {
  const png = bytesOf('png')
  t.same(check('png', Buffer.concat([png.subarray(0, 33), chunk('IEND')])), refused('damaged'))
})

t.test('an image with a side under 40 pixels is too small, and the fault states its size', async (t) => {
  const sized = (across: number, down: number): CheckedImage => {
    const png = bytesOf('png')
    png.writeUInt32BE(across, 16)
    png.writeUInt32BE(down, 20)
    return check('png', png)
  }
  t.equal(sized(40, 40).ok, true)
  t.same(sized(39, 5_000), { ok: false, fault: { code: 'too_small', width: 39, height: 5_000 } })
  t.same(sized(5_000, 1), { ok: false, fault: { code: 'too_small', width: 5_000, height: 1 } })
})

t.test('whatever bytes come, there is an answer', async (t) => {
  const name = fc.constantFrom(...names)
  const start = fc.nat(40)
  fc.assert(
    fc.property(name, start, fc.uint8Array({ maxLength: 4_000 }), (name, start, rest) => {
      check(name, Buffer.concat([bytesOf(name).subarray(0, start), rest]))
    }),
    { numRuns: 2_000 },
  )
  t.pass('arbitrary bytes behind the beginning of an image')
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
  t.pass('bits turned over')
})

t.test('millions of parts are walked over once', async (t) => {
  const filled = (head: Uint8Array, part: Buffer): Buffer =>
    Buffer.concat([head, Buffer.alloc(LARGEST_IMAGE - head.length, part)])
  const before = process.cpuUsage()
  t.match(check('png', filled(bytesOf('png').subarray(0, 33), chunk('IDAT'))), refused('damaged'))
  const beforeScan = bytesOf('jpeg').subarray(0, bytesOf('jpeg').indexOf(Buffer.from([0xff, 0xda])))
  t.match(check('jpeg', filled(beforeScan, Buffer.from([0xff, 0xe0, 0, 2]))), refused('damaged'))
  t.match(check('jpeg', filled(beforeScan, Buffer.from([0xff]))), refused('damaged'), 'fill bytes')
  // Of its own time: others may keep the machine busy.
  t.ok(process.cpuUsage(before).user < 5_000_000)
})
