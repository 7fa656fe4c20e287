import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type PoolBounds, type PoolOptions, ProcessPool, type ProgramApart } from '@ecmr/process-pool'
import type { DocumentFile, DocumentPdf, PageSource } from '../images/document-file.js'
import { EXPECTED_SECONDS } from '../limits/pages-under-way.js'
import type { PagesCounted } from '../pdf/open-pdf.js'
import type { RenderedPicture } from '../pixels/recognise-page.js'
import { type Caller, DocumentReadingUnavailable } from '../port.js'
import type { SignatureShrinker } from '../signatures/storable-signature.js'
import { installedTesseract } from './native-tesseract.js'
import {
  isPageRead,
  isPagesCounted,
  isRenderedPicture,
  isShrunkSignature,
  type PageTask,
} from './process/messages.js'
import type { PageRead } from './process/read-page.js'

/** Processes that look at pages, isolated from callers: a page that breaks its process affects no other. */
export interface PagePool extends SignatureShrinker {
  /** Opens a PDF and says how many pages it has, or why it is not read. Throws as `renderPicture` does. */
  countPages(pdf: DocumentPdf, caller: Caller): Promise<PagesCounted>
  /**
   * Decodes an image, or draws a page of a PDF, and reduces it to what is shown.
   *
   * @throws DocumentReadingUnavailable when no process can be started, or too many pages are waiting
   * @throws the signal's reason when it aborts
   */
  renderPicture(page: PageSource, caller: Caller): Promise<RenderedPicture>
  /** Recognises a page and finds what it says. Throws as `renderPicture` does. */
  readPage(page: PageSource, caller: Caller): Promise<PageRead>
  /** Ends all processes; pages that wait or are being looked at are refused. Resolves when none is left. */
  close(): Promise<void>
}

const MB = 1024 * 1024

const pageBounds: PoolBounds = {
  startMs: 20_000,
  workMs: 30_000,
  turnMs: 60_000,
  answerMs: 240_000,
  abandonedMs: 2000,
  idleMs: 5 * 60_000,
  startAgainMs: 5000,
  waitingEach: 8,
  // Of which a company may hold half.
  waitingBytes: 128 * MB,
  heap: 512 * MB,
  mostMemory: 1024 * MB,
  keptMemory: 640 * MB,
  jobsEach: 200,
}

const tesseract = installedTesseract()

/** What each process runs. */
export const pageProgram: ProgramApart = {
  entry: fileURLToPath(new URL('./process/main.js', import.meta.url)),
  natives: [createRequire(import.meta.url).resolve('@napi-rs/canvas')],
  folders: tesseract === undefined ? [] : [dirname(tesseract)],
}

/** What a pool of processes for pages is opened with. */
export interface PagePoolOptions extends Pick<PoolOptions, 'processes' | 'log' | 'launch'> {
  readonly bounds?: Partial<PoolBounds>
  /** the program that each process runs, other than the usual one */
  readonly entry?: string
}

const unreadable = { ok: false, fault: { code: 'unreadable' } } as const

/** Opens a pool of processes, none of which is started before a page comes. */
export function openPagePool({ bounds, entry = pageProgram.entry, ...options }: PagePoolOptions): PagePool {
  const pool = new ProcessPool({
    ...options,
    bounds: { ...pageBounds, ...bounds },
    entry,
    args: tesseract === undefined ? [] : [tesseract],
    expectedSeconds: EXPECTED_SECONDS,
    unavailable: (seconds, reason, cause) => new DocumentReadingUnavailable(seconds, reason, cause),
  })
  const ask = async <Answer>(
    task: PageTask,
    work: DocumentFile | PageSource,
    { companyId, signal, held = work.bytes.length }: Caller,
    isAnswer: (answer: unknown) => answer is Answer,
  ) => (await pool.ask({ task, work, bytes: held, companyId, signal, isAnswer })) ?? unreadable
  return {
    countPages: (pdf, caller) => ask('count', pdf, caller, isPagesCounted),
    renderPicture: (page, caller) => ask('picture', page, caller, isRenderedPicture),
    readPage: (page, caller) => ask('page', page, caller, isPageRead),
    shrinkSignature: (image, caller) => ask('signature', image, caller, isShrunkSignature),
    close: () => pool.close(),
  }
}
