import type { DocumentImage } from '../../images/document-image.js'
import type { RenderedPicture } from '../../pixels/recognise-page.js'
import type { Caller } from '../../port.js'
import type { SignatureShrinker } from '../../signatures/storable-signature.js'
import type { PageRead } from '../process/read-page.js'

/** Processes that look at pages, isolated from callers: a page that breaks its process affects no other. */
export interface PagePool extends SignatureShrinker {
  /**
   * Decodes an image and reduces it to what is shown.
   *
   * @throws DocumentReadingUnavailable when no process can be started, or too many pages are waiting
   * @throws the signal's reason when it aborts
   */
  renderPicture(image: DocumentImage, caller: Caller): Promise<RenderedPicture>
  /** Recognises a page and finds what it says. Throws as `renderPicture` does. */
  readPage(image: DocumentImage, caller: Caller): Promise<PageRead>
  /** Ends all processes; pages that wait or are being looked at are refused. Resolves when none is left. */
  close(): Promise<void>
}

/** What a page may take, in time and in memory, and how long one waits. */
export interface PoolBounds {
  /** for a process to start and to load what it needs, without waiting for a processor, ms */
  readonly startMs: number
  /** for the work on one page, without waiting for a processor, ms */
  readonly workMs: number
  /** from being asked to the answer, waiting and a second attempt included, ms */
  readonly answerMs: number
  /** how long work goes on after its caller has left: usually it is done by then, and a new process costs nearly as much, ms */
  readonly abandonedMs: number
  /** how long a process that has nothing to do is kept, ms */
  readonly idleMs: number
  /** how long none is started after one could not be, ms */
  readonly startAgainMs: number
  /** how many pages wait, for each process */
  readonly waitingEach: number
  /** how many bytes of images wait */
  readonly waitingBytes: number
  /** a process that takes more is ended at once, bytes */
  readonly mostMemory: number
  /** a process that keeps more after a page is replaced, bytes */
  readonly keptMemory: number
  /** a process that has looked at so many is replaced */
  readonly pagesEach: number
}

const MB = 1024 * 1024

export const poolBounds: PoolBounds = {
  startMs: 20_000,
  workMs: 30_000,
  answerMs: 60_000,
  abandonedMs: 2000,
  idleMs: 5 * 60_000,
  startAgainMs: 5000,
  waitingEach: 8,
  waitingBytes: 64 * MB,
  mostMemory: 1024 * MB,
  keptMemory: 640 * MB,
  pagesEach: 200,
}
