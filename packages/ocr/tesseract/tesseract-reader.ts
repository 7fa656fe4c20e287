import type { DocumentImage } from '../images/document-image.js'
import { boundsInImage } from '../page/recognised-page.js'
import type { DocumentReader, DocumentReading, ReadingOutcome } from '../port.js'
import { documentReading, promptNotUsed } from '../reading/document-reading.js'
import { languages } from './languages.js'
import type { PagePool } from './page-pool.js'
import type { PageRead } from './process/read-page.js'

/** Reads documents offline. A prompt changes nothing: everything that is found is given, and no questions are answered. */
export function tesseractReader(pool: Pick<PagePool, 'readPage'>): DocumentReader {
  return {
    async read({ image, companyId, signal, prompt }) {
      const started = performance.now()
      const page = await pool.readPage(image, { companyId, signal })
      const ms = Math.round(performance.now() - started)
      return outcomeOf(page, { image, ms, isAsked: prompt !== undefined })
    },
  }
}

function outcomeOf(
  page: PageRead,
  { image, ms, isAsked }: { readonly image: DocumentImage; readonly ms: number; readonly isAsked: boolean },
): ReadingOutcome {
  if (!page.ok) return page
  const { picture, form, rawText, engineVersion, toImage } = page
  const findings = {
    form,
    rawText,
    answer: null,
    place: (box: Parameters<typeof boundsInImage>[0]) => boundsInImage(box, toImage),
    turned: picture.turned,
    warnings: isAsked ? [promptNotUsed] : [],
  }
  return { ok: true, picture, reading: documentReading(findings, image, engine(engineVersion, ms)) }
}

const engine = (version: string, ms: number): DocumentReading['engine'] => ({
  provider: 'tesseract',
  model: languages.join('+'),
  version,
  ms,
})
