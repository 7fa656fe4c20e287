import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { documentReading } from '@ecmr/contract'
import { createCanvas } from '@napi-rs/canvas'
import t from 'tap'
import { images } from '../ocr/images.js'
import { asPromised } from '../support/contract.js'
import { mustRefuse, type Ran, startEcmr } from './ground.js'

/** Neither a database nor anything else is there but the file. */
const ecmr = (...args: readonly string[]): Promise<Ran> => startEcmr({}, ['ocr', 'read', ...args]).ran

/** A small piece of paper, so that reading it takes no time. */
function paper(): Uint8Array {
  const canvas = createCanvas(900, 260)
  const context = canvas.getContext('2d')
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = 'black'
  context.font = '34px sans-serif'
  context.fillText('Buenos días desde Sevilla', 40, 80)
  context.fillText('Nada que transportar hoy', 40, 160)
  return canvas.toBuffer('image/png')
}

t.test('a picture is read without a database and without a service', async (t) => {
  const path = join(t.testdir(), 'scan')
  await writeFile(path, paper())
  const { code, stdout, stderr } = await ecmr(path, '--json')
  t.equal(code, 0, stderr)
  const reading = asPromised(documentReading, JSON.parse(stdout))
  t.match(reading, { engine: { provider: 'tesseract' }, image: { width: 900, height: 260 } })
  t.match(reading.raw_text, /Sevilla/)
  const { stdout: text } = await ecmr(path, '--prompt', 'quién es el remitente')
  t.match(text, /by tesseract spa\+eng\+fra\+deu in \d+\.\d s\n/)
  t.match(text, /\nMissing: sender_company_name, .*pickup_date\.\n/)
  t.match(text, /\nWarning: The prompt was not used/)
})

t.test('a missing file or one that is no picture is reported in a sentence', async (t) => {
  const png = Buffer.from(images.png, 'base64')
  const dir = t.testdir({
    pdf: '%PDF-1.7',
    empty: '',
    cut: png.subarray(0, 120),
  })
  const sentences: Readonly<Record<string, RegExp>> = {
    absent: /absent cannot be read \(ENOENT\)\.$/m,
    pdf: /^error: Not read: the file is truncated or cannot be decoded\.$/m,
    empty: /^error: Not read: the file is empty\.$/m,
    cut: /^error: Not read: the file is truncated or cannot be decoded\.$/m,
  }
  for (const [name, sentence] of Object.entries(sentences))
    mustRefuse(t, name, sentence, await ecmr(join(dir, name)))
})

t.test('Gemini without its key is a fault of the configuration here, too', async (t) => {
  const ran = await startEcmr({ OCR_ENGINE: 'gemini' }, ['ocr', 'read', 'x']).ran
  mustRefuse(t, 'ocr read x', /GEMINI_API_KEY names no key/, ran)
})

t.test('the database under DATA_DIR is used, and started when it is not running', async (t) => {
  const env = { DATA_DIR: join(t.testdir(), 'data') }
  const json = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await startEcmr(env, [...args, '--json']).ran
    t.equal(code, 0, stderr)
    return JSON.parse(stdout)
  }
  const { company } = await json('companies', 'create', '--name', 'Transportes Norte')
  t.same((await json('companies', 'list')).companies, [company])
})
