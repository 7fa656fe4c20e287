import { documentImageInFile } from '@ecmr/ocr'
import { openPagePool } from '@ecmr/ocr/testing'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import t from 'tap'
import { degradePage, drawPage } from '#ocr-corpus'

const MB = 1024 * 1024
const MEGAPIXELS = 8

/** A photograph of a form, of so many pixels as most telephones send. */
async function photograph() {
  const { bytes } = degradePage(drawPage({ layout: 'cmr', language: 'es', seed: 3 }), 'photographed', 1)
  const image = await loadImage(Buffer.from(bytes))
  const scale = Math.sqrt((MEGAPIXELS * 1e6) / (image.width * image.height))
  const [width, height] = [Math.round(image.width * scale), Math.round(image.height * scale)]
  const canvas = createCanvas(width, height)
  canvas.getContext('2d').drawImage(image, 0, 0, width, height)
  const checked = documentImageInFile(canvas.toBuffer('image/jpeg', 88))
  if (!checked.ok) throw new Error(checked.fault.code)
  return checked.image
}

t.test(
  'a process that reads photographs one after the other stays below 400 MB, all programs included',
  async (t) => {
    const faults: string[] = []
    const pool = openPagePool({
      processes: 1,
      log: { warn: (fields, message) => faults.push(`${message} ${JSON.stringify(fields)}`) },
      bounds: { mostMemory: 400 * MB, startMs: 60_000, workMs: 120_000 },
    })
    t.teardown(() => pool.close())
    const image = await photograph()
    const { signal } = new AbortController()
    for (let page = 1; page <= 3; page += 1) {
      const read = await pool.readPage(image, { companyId: 'one', signal })
      t.ok(read.ok && read.form.fields.length > 10, `photograph ${page}`)
    }
    t.same(faults, [], 'no process was ended')
  },
)
