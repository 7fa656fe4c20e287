import { type DocumentFile, isPdfPage, MOST_PAGES, type PageSource } from '../images/document-file.js'
import { PDF } from '../images/image-size.js'
import { PagesUnderWay, type ReadingUnderWay } from '../limits/pages-under-way.js'
import {
  type Caller,
  type DocumentReader,
  DocumentReadingUnavailable,
  type ReadingOutcome,
  type ReadingRequest,
} from '../port.js'
import type { PagePool } from '../tesseract/page-pool.js'
import { documentReading } from './document-reading.js'
import type { PageOutcome, PageReader } from './page-reader.js'

/** A little longer than one page may take at most, whatever else the machine has to do. */
const DOCUMENT_MS = 250_000

/** With what documents are read. */
export interface DocumentReaderParts {
  /** an engine, which may be loaded when it is first asked */
  readonly reader: PageReader
  /** opens PDFs */
  readonly pool: Pick<PagePool, 'countPages'>
  readonly limits?: PagesUnderWay
  /** how long all pages of a document may take */
  readonly documentMs?: number
}

/**
 * A reader of documents of one page or several. Pages are read one after the other, each a job of its own: between two pages of one
 * company all others have their turn.
 */
export function documentReader({
  reader,
  pool,
  limits = new PagesUnderWay(),
  documentMs = DOCUMENT_MS,
}: DocumentReaderParts): DocumentReader {
  return {
    async read(request) {
      const { files, companyId, signal } = request
      const underWay = limits.begin(companyId, files.length)
      if ('code' in underWay) return { ok: false, fault: underWay }
      const overdue = AbortSignal.timeout(documentMs)
      const held = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
      const caller = { companyId, held, signal: AbortSignal.any([signal, overdue]) }
      try {
        return await readFiles({ reader, pool, request, caller, underWay })
      } catch (error) {
        if (!overdue.aborted || signal.aborted) throw error
        throw new DocumentReadingUnavailable(underWay.secondsLeft, 'the pages take too long now', {
          cause: error,
        })
      } finally {
        underWay.end()
      }
    },
  }
}

interface Work extends Pick<DocumentReaderParts, 'reader' | 'pool'> {
  readonly request: ReadingRequest
  readonly caller: Caller
  readonly underWay: ReadingUnderWay
}

interface Page {
  readonly source: PageSource
  readonly file: DocumentFile
  /** which of the files it is, from 0 */
  readonly index: number
}

type Failed = Extract<ReadingOutcome, { readonly ok: false }>

async function readFiles({ reader, pool, request, caller, underWay }: Work): Promise<ReadingOutcome> {
  const began = performance.now()
  const pages = await pagesOf(request.files, { pool, caller, underWay })
  if ('ok' in pages) return pages
  const read: (Extract<PageOutcome, { readonly ok: true }> & Pick<Page, 'file'>)[] = []
  for (const { source, file, index } of pages) {
    const started = performance.now()
    const outcome = await reader.readPage(source, caller, request.prompt)
    if (!outcome.ok) return { ...outcome, file: index, ...(isPdfPage(source) && { page: source.page }) }
    underWay.pageRead((performance.now() - started) / 1000)
    read.push({ ...outcome, file })
  }
  const [first] = read
  if (first === undefined) return { ok: false, fault: { code: 'empty' } }
  const engine = { ...first.engine, ms: Math.round(performance.now() - began) }
  const found = read.map(({ findings, file, picture }) => ({ ...findings, file, picture }))
  return { ok: true, reading: documentReading(found, engine), pictures: read.map(({ picture }) => picture) }
}

/** All pages of all files, in order; or why they are not read. */
async function pagesOf(
  files: readonly DocumentFile[],
  { pool, caller, underWay }: Pick<Work, 'pool' | 'caller' | 'underWay'>,
): Promise<readonly Page[] | Failed> {
  const pages: Page[] = []
  for (const [index, file] of files.entries()) {
    if (file.mediaType !== PDF) {
      pages.push({ source: file, file, index })
      continue
    }
    const counted = await pool.countPages(file, caller)
    if (!counted.ok) return { ...counted, file: index }
    const fault = underWay.add(counted.pages - 1)
    if (fault) return { ok: false, fault }
    for (let page = 1; page <= counted.pages; page += 1)
      pages.push({ source: { ...file, page }, file, index })
  }
  if (pages.length <= MOST_PAGES) return pages
  return { ok: false, fault: { code: 'too_many_pages', pages: pages.length } }
}
