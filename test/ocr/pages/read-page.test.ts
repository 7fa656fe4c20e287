import { type RecognisedWord, readPage } from '@ecmr/ocr/testing'
import { createCanvas } from '@napi-rs/canvas'
import t from 'tap'

const canvas = createCanvas(900, 900)
const pen = canvas.getContext('2d')
pen.fillStyle = '#fff'
pen.fillRect(0, 0, 900, 900)
const bytes = canvas.toBuffer('image/png')

/** What is read of a page on which these words are recognised, from the top to the bottom. */
async function readOf(texts: readonly string[]) {
  const words = texts.map((text, index): RecognisedWord => {
    const box = { x: 60 + (index % 80) * 10, y: 60 + Math.floor(index / 80) * 12, width: 8, height: 9 }
    return { text, confidence: 0.95, box }
  })
  const recogniser = { recognise: async () => words, close: async () => undefined }
  const read = await readPage({ mediaType: 'image/png', bytes, width: 900, height: 900 }, recogniser)
  if (!read.ok) throw new Error(read.fault.code)
  return read
}

t.test('a page with more letters than any note has is at once classified as text, not a form', async (t) => {
  const texts = Array.from({ length: 50 }, () => '1/'.repeat(400))
  const { form, rawText } = await readOf(['Remitente:', ...texts])
  t.same(form, { documentType: 'unknown', language: null, fields: [], warnings: [] })
  t.match(rawText, /Remitente:/)
})

t.test('a page of few words is looked at for what it says', async (t) => {
  const { form } = await readOf(['Peso', 'bruto:', '18.400', 'kg'])
  t.match(form.fields, [{ name: 'goods_weight_kg', value: 18_400 }])
})
