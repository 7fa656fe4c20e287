import { randomFillSync } from 'node:crypto'
import { openDocumentReader } from '@ecmr/ocr'
import { createCanvas } from '@napi-rs/canvas'
import t from 'tap'
import { buildTestApi } from '../support/api.js'

const KIB = 1_024
const documents = openDocumentReader({
  engine: { kind: 'tesseract' },
  processes: 1,
  log: { info: () => undefined, warn: () => undefined },
})
t.teardown(() => documents.close())
const api = await buildTestApi(t, () => ({ pictures: documents }))
const { haulier } = api
const signature = { role: 'sender', signer_name: 'Ana Ruiz', method: 'drawn' } as const

/** A picture of noise, which no encoding makes much smaller. */
function noise(width: number, height: number, type: 'image/png' | 'image/jpeg' = 'image/png'): string {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const pixels = context.createImageData(width, height)
  randomFillSync(pixels.data)
  for (let at = 3; at < pixels.data.length; at += 4) pixels.data[at] = 255
  context.putImageData(pixels, 0, 0)
  const bytes = type === 'image/png' ? canvas.toBuffer('image/png') : canvas.toBuffer('image/jpeg', 90)
  return `data:${type};base64,${bytes.toString('base64')}`
}

const small = noise(100, 60)

t.test('bodies are as large as what they hold may be, and the answer says how large', async (t) => {
  const { id } = await haulier.create()
  const filler = (bytes: number) => ({ notes: 'x'.repeat(bytes) })
  const cases: readonly (readonly ['POST' | 'PATCH', string, number, RegExp])[] = [
    ['POST', '/api/ecmrs', 256, /at most 256 KiB/],
    ['POST', '/api/ecmrs/validate', 256, /at most 256 KiB/],
    ['PATCH', `/api/ecmrs/${id}`, 256, /at most 256 KiB here besides the picture/],
    ['PATCH', `/api/ecmrs/${id}`, 1_024, /at most 1 MiB/],
    ['POST', `/api/ecmrs/${id}/signatures`, 512, /at most 512 KiB/],
    ['POST', `/api/ecmrs/${id}/incidents`, 64, /at most 64 KiB/],
    ['POST', `/api/ecmrs/${id}/cancellation`, 64, /at most 64 KiB/],
    ['POST', '/api/webhooks', 64, /at most 64 KiB/],
  ]
  for (const [method, path, most, sentence] of cases) {
    const answer = await haulier.call(method, path, filler(most * KIB))
    // The fields of an update are looked at before their size, and a field alone cannot be as long.
    if (method === 'PATCH' && most === 256) continue
    t.match(answer.problem(), { status: 413, code: 'body_too_large', detail: sentence }, path)
    const below = await haulier.call(method, path, filler(most * KIB - 50))
    t.equal(below.status === 413, false, `${path}: ${below.status}`)
  }
  const goods_items = Array.from({ length: 200 }, () => ({
    description: 'x'.repeat(1_000),
    marks: 'y'.repeat(400),
  }))
  const answer = await haulier.call('PATCH', `/api/ecmrs/${id}`, { goods_items })
  t.match(answer.problem(), { status: 413, detail: /256 KiB here besides the picture of a signature/ })
})

t.test('OpenAPI says of every address how large a body may be', async (t) => {
  const document = JSON.parse((await api.call('GET', '/api/openapi.json')).text)
  const said = (path: string, method: string) => {
    const answer = document.paths[path][method].responses[413]
    return (answer.$ref ? document.components.responses.Problem413 : answer).description
  }
  t.match(said('/api/ecmrs', 'post'), /256 KiB/)
  t.match(said('/api/ecmrs/{id}', 'patch'), /1 MiB/)
  t.match(said('/api/ecmrs/{id}/signatures', 'post'), /512 KiB/)
  t.match(said('/api/ecmrs/{id}/incidents', 'post'), /64 KiB/)
  t.match(said('/api/ocr', 'post'), /29 MiB/)
})

t.test('a small picture of a signature is kept as it was sent', async (t) => {
  const { id } = await haulier.create()
  const signed = await haulier.call('POST', `/api/ecmrs/${id}/signatures`, {
    ...signature,
    signature_image: small,
  })
  t.equal(signed.record().signatures[0]?.signature_image, small)
})

t.test('a large picture of a signature is stored as a JPEG of 100 KB at most', async (t) => {
  const signature_image = noise(300, 300)
  t.ok(signature_image.length > 300 * KIB, `${signature_image.length} characters`)
  for (const [method, path, body] of [
    ['POST', '/signatures', { ...signature, signature_image }],
    ['PATCH', '', { signature: { ...signature, signature_image } }],
  ] as const) {
    const { id } = await haulier.create()
    const answer = await haulier.call(method, `/api/ecmrs/${id}${path}`, body, { 'idempotency-key': id })
    const kept = answer.record().signatures[0]?.signature_image ?? ''
    t.match(kept, /^data:image\/jpeg;base64,/)
    t.ok(kept.length > KIB && (kept.length * 3) / 4 <= 101 * KIB, `${kept.length} characters`)
    const again = await haulier.call(method, `/api/ecmrs/${id}${path}`, body, { 'idempotency-key': id })
    t.equal(again.record().signatures[0]?.signature_image, kept)
    t.equal(again.headers['idempotent-replayed'], 'true')
  }
})

t.test('a record with the pictures of its signatures can be sent back', async (t) => {
  const { id } = await haulier.create()
  const path = `/api/ecmrs/${id}`
  const signature_image = noise(300, 300)
  for (let times = 1; times <= 9; times += 1) {
    const signed = { ...signature, signature_image }
    t.equal((await haulier.call('POST', `${path}/signatures`, signed)).status, 201)
    const amended = { reference: `No. ${times}`, amendment_reason: 'A new order' }
    t.equal((await haulier.call('PATCH', path, amended)).status, 200)
  }
  const read = await haulier.call('GET', path)
  t.ok(read.text.length > 512 * KIB, `${read.text.length} bytes`)
  const sentBack = await haulier.call('PUT', path, read.record())
  t.equal(sentBack.status, 200, sentBack.text.slice(0, 500))
})

t.test('what is no picture is refused, whatever it says that it is', async (t) => {
  const { id } = await haulier.create()
  const hello = Buffer.from('hello').toString('base64')
  const hostile: Readonly<Record<string, string>> = {
    'text called a png': `data:image/png;base64,${hello}`,
    'a jpeg called a png': noise(50, 50, 'image/jpeg').replace('image/jpeg', 'image/png'),
    'a png that breaks off': small.slice(0, Math.floor(small.length / 8) * 4),
    'a picture of 5,000 pixels': `data:image/png;base64,${createCanvas(5_000, 10).toBuffer('image/png').toString('base64')}`,
  }
  for (const [what, signature_image] of Object.entries(hostile)) {
    const answer = await haulier.call('POST', `/api/ecmrs/${id}/signatures`, {
      ...signature,
      signature_image,
    })
    t.match(answer.problem(), { status: 400, errors: [{ pointer: '/signature_image' }] }, what)
    const updated = await haulier.call('PATCH', `/api/ecmrs/${id}`, {
      signature: { ...signature, signature_image },
    })
    t.match(updated.problem(), { status: 400, errors: [{ pointer: '/signature/signature_image' }] }, what)
  }
})

t.test('without an image resizer, large pictures are rejected', async (t) => {
  const other = await buildTestApi(t)
  const { id } = await other.haulier.create()
  const body = { ...signature, signature_image: noise(300, 300) }
  const answer = await other.haulier.call('POST', `/api/ecmrs/${id}/signatures`, body)
  t.match(answer.problem(), { status: 400, errors: [{ message: /at most 100 KB/ }] })
})
