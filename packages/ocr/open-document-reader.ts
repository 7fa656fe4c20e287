import { openSandbox, type PoolBounds, type Secrets } from '@ecmr/process-pool'
import type { DocumentReader, ReadingLog } from './port.js'
import { documentReader } from './reading/document-reader.js'
import type { PageReader } from './reading/page-reader.js'
import { type ObserveReading, withReadingLog } from './reading/reading-log.js'
import { remotePagePool } from './remote/remote-page-pool.js'
import type { SignatureShrinker } from './signatures/storable-signature.js'
import { openPagePool, type PagePool, pageProgram } from './tesseract/page-pool.js'

/** Which engine reads documents, and with what. */
export type ReadingEngine =
  | { readonly kind: 'tesseract' }
  | {
      readonly kind: 'gemini'
      readonly apiKey: string
      readonly model: string
      /** absent: Google's own */
      readonly baseUrl?: string
    }

/** A document reader that holds processes, which make pictures of signatures smaller too, and ends them when it is closed. */
export interface OpenDocumentReader extends DocumentReader, SignatureShrinker {
  close(): Promise<void>
}

/** What reading documents takes. */
interface DocumentReaderOptions {
  readonly engine: ReadingEngine
  /** the Unix socket of a reader that looks at images instead of processes of this one; undefined: none */
  readonly readerSocket?: string | undefined
  /** how many pages are looked at at once */
  readonly processes: number
  readonly log: ReadingLog
  /** takes how each reading ended, and after how long */
  readonly observe?: ObserveReading
  /**
   * what those who look at images should have no part in: they are started with as few rights as the system can be brought to give them;
   * absent: with those of this process
   */
  readonly kept?: Secrets
  /** other times and sizes than the usual ones */
  readonly bounds?: Partial<PoolBounds>
}

/**
 * Opens the reader of documents. It starts processes for recognition when the first document comes, and ends those that have
 * nothing to do. A company has only so many readings under way.
 *
 * @example
 * const documents = openDocumentReader({ engine: { kind: 'tesseract' }, processes: 1, log })
 * const outcome = await documents.read({ files: [image], companyId, signal })
 */
export function openDocumentReader(options: DocumentReaderOptions): OpenDocumentReader {
  const { engine, log, observe } = options
  const closing = new AbortController()
  const { pool, protection } = poolOf(options, closing.signal)
  const reader = loadedWhenAsked(() => readerOf(engine, pool, closing.signal))
  const { read } = withReadingLog(documentReader({ reader, pool }), {
    provider: engine.kind,
    log,
    ...(observe && { observe }),
  })
  async function close(): Promise<void> {
    closing.abort()
    await pool.close()
  }
  return {
    read,
    shrinkSignature: (image, caller) => pool.shrinkSignature(image, caller),
    ...(protection && { protection }),
    close,
  }
}

function poolOf(
  { readerSocket, kept, processes, log, bounds = {} }: DocumentReaderOptions,
  signal: AbortSignal,
): { readonly pool: PagePool; readonly protection?: DocumentReader['protection'] } {
  if (readerSocket !== undefined)
    return { pool: remotePagePool(readerSocket), protection: () => ({ service: readerSocket }) }
  if (kept === undefined) return { pool: openPagePool({ processes, log, bounds }) }
  const { launch, protection } = openSandbox({ purpose: 'reading', program: pageProgram, kept, log, signal })
  return { pool: openPagePool({ processes, log, bounds, launch: () => launch }), protection }
}

/** Services start faster without what reads documents, which many of them never do. */
function loadedWhenAsked(load: () => Promise<PageReader>): PageReader {
  let loading: Promise<PageReader> | undefined
  return {
    async readPage(...asked) {
      loading ??= load()
      const reader = await loading
      return reader.readPage(...asked)
    },
  }
}

async function readerOf(engine: ReadingEngine, pool: PagePool, closing: AbortSignal): Promise<PageReader> {
  switch (engine.kind) {
    case 'tesseract': {
      const { tesseractReader } = await import('./tesseract/tesseract-reader.js')
      return tesseractReader(pool)
    }
    case 'gemini': {
      const { geminiReader } = await import('./gemini/gemini-reader.js')
      const { kind: _, ...account } = engine
      return geminiReader({ ...account, pool, closing })
    }
    default:
      return engine satisfies never
  }
}
