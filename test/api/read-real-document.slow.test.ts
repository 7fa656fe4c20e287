import { deflateSync } from 'node:zlib'
import { documentReading } from '@ecmr/contract'
import { openDocumentReader } from '@ecmr/ocr'
import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import t from 'tap'
import { type Answer, buildTestApi } from '../support/api.js'
import { asPromised } from '../support/contract.js'

// Faults found only by decoding and recognising, with the real reader of the service.
const log = { info: () => undefined, warn: () => undefined }
const documents = openDocumentReader({ engine: { kind: 'tesseract' }, processes: 1, log })
t.teardown(() => documents.close())
const { haulier } = await buildTestApi(t, () => ({ documents }))

const read = (bytes: Uint8Array, type = 'image/png'): Promise<Answer> =>
  haulier.call('POST', '/api/ocr', {
    image: `data:${type};base64,${Buffer.from(bytes).toString('base64')}`,
  })

function chunk(name: string, data: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(12 + data.length)
  bytes.writeUInt32BE(data.length, 0)
  bytes.write(name, 4, 'latin1')
  bytes.set(data, 8)
  bytes.writeUInt32BE(checksum(bytes.subarray(4, 8 + data.length)), 8 + data.length)
  return bytes
}

/** PNG, annex D. */
function checksum(bytes: Uint8Array): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return (sum ^ 0xffffffff) >>> 0
}

/** A grey PNG of this size with these pixels, whether they fit or not. */
function png(across: number, down: number, pixels: Uint8Array): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(across, 0)
  header.writeUInt32BE(down, 4)
  header.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', new Uint8Array()),
  ])
}

/** A white sheet of paper with something on it. */
function paper(draw: (context: SKRSContext2D) => void): Canvas {
  const canvas = createCanvas(900, 600)
  const context = canvas.getContext('2d')
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  draw(context)
  return canvas
}

const letter = paper((context) => {
  context.fillStyle = 'black'
  context.font = '34px sans-serif'
  context.fillText('Buenos días desde Sevilla', 60, 120)
})

t.test('a small file that swells does no harm, and the next picture is read', async (t) => {
  // A hundred megabytes where a hundred thousand bytes belong.
  const bomb = await read(png(320, 320, deflateSync(Buffer.alloc(100_000_000))))
  t.ok([200, 400].includes(bomb.status), `status ${bomb.status}`)
  const next = await read(letter.toBuffer('image/png'))
  t.equal(next.status, 200, next.text)
  t.match(asPromised(documentReading, next.json()).raw_text, /Sevilla/)
})

t.test('a picture of something else is read as nothing, honestly', async (t) => {
  const cat = paper((context) => {
    context.fillStyle = '#c98d4b'
    for (const [x, y, size] of [
      [450, 330, 190],
      [330, 160, 70],
      [570, 160, 70],
    ] as const) {
      context.beginPath()
      context.arc(x, y, size, 0, 2 * Math.PI)
      context.fill()
    }
  })
  const answer = await read(cat.toBuffer('image/png'))
  t.equal(answer.status, 200, answer.text)
  const reading = asPromised(documentReading, answer.json())
  t.match(reading, { document_type: 'unknown', fields: [], warnings: [{ code: String }] })
  t.equal(reading.missing_fields.length, 8)
  t.ok(Object.values(reading.data).every((value) => value === null))
})
