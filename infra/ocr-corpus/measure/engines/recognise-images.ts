import { type DocumentImage, documentImageInFile } from '@ecmr/ocr'
import { openRecogniser, recognisePage } from '@ecmr/ocr/testing'
import type { Recognised } from './kept-words.js'

// A process of its own that is sent images and answers each with what is recognised in it; it ends with its parent.
const recogniser = openRecogniser()
process.on('disconnect', () => process.exit())
process.on('message', (message) => void answer(message))

async function answer(message: unknown): Promise<void> {
  const checked = documentImageInFile(message instanceof Uint8Array ? message : new Uint8Array())
  process.send?.(checked.ok ? await recognised(checked.image) : refused(checked.fault.code, 0))
}

async function recognised(image: DocumentImage): Promise<Recognised> {
  const by = await recogniser
  const began = performance.now()
  const seen = await recognisePage(image, by)
  const seconds = (performance.now() - began) / 1000
  return seen.ok ? { ok: true, page: seen.page, seconds } : refused(seen.fault.code, seconds)
}

const refused = (fault: string, seconds: number): Recognised => ({ ok: false, fault, seconds })
