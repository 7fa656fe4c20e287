import { type OpenDocumentReader, openDocumentReader, type ReadingEngine } from '@ecmr/ocr'
import { imageOf } from '../../make-page.js'
import { checkedImage } from './checked-image.js'
import type { MeasuredEngine, PageAnswer } from './engine.js'

/** The reader that the service has. */
export function serviceReader(engine: ReadingEngine, processes: number): MeasuredEngine {
  const reader = openDocumentReader({ engine, processes, log: { info: () => undefined, warn } })
  let companies = 0
  return {
    description: engine.kind === 'gemini' ? `Gemini (${engine.model})` : 'tesseract.js and the form reader',
    // Each page for a company of its own: how many one may have read at once is not what is measured.
    read: (made) => answerOf(reader, imageOf(made), `corpus-${companies++}`),
    close: () => reader.close(),
  }
}

async function answerOf(
  reader: OpenDocumentReader,
  image: ReturnType<typeof imageOf>,
  companyId: string,
): Promise<PageAnswer> {
  const request = { image: checkedImage(image), companyId, signal: new AbortController().signal }
  const began = performance.now()
  const seconds = (): number => (performance.now() - began) / 1000
  try {
    const outcome = await reader.read(request)
    return outcome.ok
      ? { readings: outcome.reading.fields, seconds: seconds() }
      : { readings: [], seconds: seconds(), refused: outcome.fault.code }
  } catch (error) {
    return { readings: [], seconds: seconds(), refused: String(error) }
  }
}

function warn(fields: object, message: string): void {
  process.stderr.write(`  ${message} ${JSON.stringify(fields)}\n`)
}
