import { fileURLToPath } from 'node:url'
import type { DocumentImage } from '../../images/document-image.js'
import { Pace } from '../../limits/limited-per-company.js'
import type { RenderedPicture } from '../../pixels/recognise-page.js'
import { type Caller, DocumentReadingUnavailable } from '../../port.js'
import type { ShrunkSignature } from '../../signatures/storable-signature.js'
import { isPageRead, isRenderedPicture, isShrunkSignature, type PageTask } from '../process/messages.js'
import type { PageRead } from '../process/read-page.js'
import type { Launch } from '../sandbox/launches.js'
import { type PagePool, type PoolBounds, poolBounds } from './page-pool.js'
import type { WorkEnd } from './page-process.js'
import { Places } from './places.js'
import { type Attempt, attempt, WarmProcesses } from './warm-processes.js'

/** The time within which a caller is answered is over. */
class AnswerOverdue extends Error {
  override readonly name = 'AnswerOverdue'
}

/**
 * Does something with a signal that aborts when `signal` does, or with AnswerOverdue when the time is over, and rejects as soon as
 * it aborts.
 */
async function withDeadline<T>(
  ms: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const over = new AbortController()
  const timer = setTimeout(() => over.abort(new AnswerOverdue()), ms)
  const leave = (): void => over.abort(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  const aborted = new Promise<never>((_resolve, reject) => {
    over.signal.addEventListener('abort', () => reject(over.signal.reason), { once: true })
  })
  try {
    return await Promise.race([work(over.signal), aborted])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', leave)
  }
}

interface Question<Answer> {
  readonly task: PageTask
  readonly image: DocumentImage
  readonly caller: Caller
  readonly isAnswer: (answer: unknown) => answer is Answer
}

/** What a pool is made of. */
interface Parts {
  readonly bounds: PoolBounds
  readonly pace: Pace
  readonly places: Places
  readonly warm: WarmProcesses
  /** how processes are started, as soon as that is known */
  readonly launch: Promise<Launch>
  readonly log: { warn(fields: object, message: string): void }
}

// What breaks down once may have had bad luck; what breaks down twice is the page.
const ATTEMPTS = 2
const unreadable = { ok: false, fault: { code: 'unreadable' } } as const

/** Pages in turn, each with a process of its own for as long as it takes. */
class ProcessPool implements PagePool {
  constructor(private readonly parts: Parts) {}

  renderPicture(image: DocumentImage, caller: Caller): Promise<RenderedPicture> {
    return this.#answer({ task: 'picture', image, caller, isAnswer: isRenderedPicture })
  }

  readPage(image: DocumentImage, caller: Caller): Promise<PageRead> {
    return this.#answer({ task: 'page', image, caller, isAnswer: isPageRead })
  }

  shrinkSignature(image: DocumentImage, caller: Caller): Promise<ShrunkSignature> {
    return this.#answer({ task: 'signature', image, caller, isAnswer: isShrunkSignature })
  }

  async close(): Promise<void> {
    this.parts.places.close()
    await this.parts.warm.close()
  }

  async #answer<Answer>(question: Question<Answer>): Promise<Answer | typeof unreadable> {
    const { bounds, places } = this.parts
    const failures: string[] = []
    try {
      return await withDeadline(bounds.answerMs, question.caller.signal, (signal) =>
        this.#attempts(question, signal, failures),
      )
    } catch (error) {
      if (!(error instanceof AnswerOverdue)) throw error
      if (failures.length > 0) return unreadable
      throw new DocumentReadingUnavailable(places.secondsToWait(), 'pages take too long now', {
        cause: error,
      })
    }
  }

  async #attempts<Answer>(
    { task, image, caller, isAnswer }: Question<Answer>,
    signal: AbortSignal,
    failures: string[],
  ): Promise<Answer | typeof unreadable> {
    while (failures.length < ATTEMPTS) {
      const end = await this.#inTurn({ task, image, signal }, caller.companyId)
      if (end.kind === 'answered' && isAnswer(end.answer)) return end.answer
      if (end.kind === 'unusable') throw this.#unusable(end.reason)
      // Ended because its caller left: no fault of the page, nor of the process.
      signal.throwIfAborted()
      const reason = end.kind === 'failed' ? end.reason : 'answered something else'
      failures.push(reason)
      this.parts.log.warn({ task, reason, attempt: failures.length }, 'a process did not get through a page')
    }
    return unreadable
  }

  async #inTurn(page: Attempt, companyId: string): Promise<WorkEnd> {
    const { places, warm, launch, pace, bounds } = this.parts
    await places.take({ companyId, bytes: page.image.bytes.length, signal: page.signal })
    let returned = Promise.resolve()
    try {
      const how = await launch
      page.signal.throwIfAborted()
      places.throwIfClosed()
      const process = warm.take(how)
      const started = performance.now()
      const end = await attempt(process, page, bounds.abandonedMs)
      returned = warm.giveBack(process, end)
      if (end.kind !== 'unusable') pace.took((performance.now() - started) / 1000)
      if (end.kind !== 'answered') places.throwIfClosed()
      return end
    } finally {
      void returned.then(() => places.giveBack())
    }
  }

  #unusable(reason: string): DocumentReadingUnavailable {
    return new DocumentReadingUnavailable(Math.ceil(this.parts.bounds.startAgainMs / 1000), reason)
  }
}

/** The program that a process runs unless another is named. */
export const PAGE_PROGRAM = fileURLToPath(new URL('../process/main.js', import.meta.url))

/** What a pool is opened with. */
export interface PoolOptions {
  /** how many pages are looked at at once */
  readonly processes: number
  readonly log: { warn(fields: object, message: string): void }
  readonly bounds?: Partial<PoolBounds>
  /** the program that each process runs */
  readonly entry?: string
  /** the command by which each process is started, such as one that takes rights from it; absent: none */
  readonly launch?: Promise<Launch>
}

/** Opens a pool of processes, none of which is started before a page comes. */
export function openPagePool(options: PoolOptions): PagePool {
  const { processes, log, bounds: given, entry = PAGE_PROGRAM, launch = Promise.resolve([]) } = options
  const bounds = { ...poolBounds, ...given }
  const pace = new Pace()
  const places = new Places(processes, bounds, pace)
  return new ProcessPool({ bounds, pace, places, log, launch, warm: new WarmProcesses(entry, bounds) })
}
