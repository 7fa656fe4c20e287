import { boundsInImage } from '../page/recognised-page.js'
import { promptNotUsed } from '../reading/document-reading.js'
import type { PageOutcome, PageReader } from '../reading/page-reader.js'
import { languages } from './languages.js'
import type { PagePool } from './page-pool.js'
import type { PageRead } from './process/read-page.js'

/** Reads pages offline. A prompt changes nothing: everything that is found is given, and no questions are answered. */
export function tesseractReader(pool: Pick<PagePool, 'readPage'>): PageReader {
  return {
    readPage: async (source, caller, prompt) =>
      outcomeOf(await pool.readPage(source, caller), prompt !== undefined),
  }
}

function outcomeOf(page: PageRead, isAsked: boolean): PageOutcome {
  if (!page.ok) return page
  const { picture, form, rawText, engineVersion, toImage, text, marks } = page
  const findings = {
    form,
    rawText,
    answer: null,
    place: (box: Parameters<typeof boundsInImage>[0]) => boundsInImage(box, toImage),
    turned: picture.turned,
    warnings: isAsked ? [promptNotUsed] : [],
    text,
    marks,
  }
  const engine = { provider: 'tesseract', model: languages.join('+'), version: engineVersion }
  return { ok: true, picture, findings, engine }
}
