import type { DocumentImage } from '../../images/document-image.js'
import type { Pace } from '../../limits/pace.js'
import type { SeenPicture } from '../../pixels/look-at-page.js'
import { DocumentReadingUnavailable } from '../../port.js'
import type { ShrunkSignature } from '../../signatures/signature-shrinker.js'
import { isPageRead, isSeenPicture, isShrunkSignature, type Want } from '../process/messages.js'
import type { PageRead } from '../process/read-page.js'
import type { Launch } from '../sandbox/launches.js'
import { AnswerOverdue, withDeadline } from './answer-deadline.js'
import { type Attempt, attempt } from './attempt.js'
import type { PoolBounds } from './bounds.js'
import type { Asker, PagePool } from './page-pool.js'
import type { WorkEnd } from './page-process.js'
import type { Places } from './places.js'
import type { WarmProcesses } from './warm-processes.js'

interface Question<Answer> {
  readonly want: Want
  readonly image: DocumentImage
  readonly asker: Asker
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
export class ProcessPool implements PagePool {
  constructor(private readonly parts: Parts) {}

  lookAtPicture(image: DocumentImage, asker: Asker): Promise<SeenPicture> {
    return this.#answer({ want: 'picture', image, asker, isAnswer: isSeenPicture })
  }

  readPage(image: DocumentImage, asker: Asker): Promise<PageRead> {
    return this.#answer({ want: 'page', image, asker, isAnswer: isPageRead })
  }

  shrinkSignature(image: DocumentImage, asker: Asker): Promise<ShrunkSignature> {
    return this.#answer({ want: 'signature', image, asker, isAnswer: isShrunkSignature })
  }

  async close(): Promise<void> {
    this.parts.places.close()
    await this.parts.warm.close()
  }

  async #answer<Answer>(question: Question<Answer>): Promise<Answer | typeof unreadable> {
    const { bounds, places } = this.parts
    const failures: string[] = []
    try {
      return await withDeadline(bounds.answerMs, question.asker.signal, (signal) =>
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
    { want, image, asker, isAnswer }: Question<Answer>,
    signal: AbortSignal,
    failures: string[],
  ): Promise<Answer | typeof unreadable> {
    while (failures.length < ATTEMPTS) {
      const end = await this.#inTurn({ want, image, signal }, asker.companyId)
      if (end.kind === 'answered' && isAnswer(end.answer)) return end.answer
      if (end.kind === 'unusable') throw this.#unusable(end.reason)
      // Ended because nobody waited: no fault of the page, nor of the process.
      signal.throwIfAborted()
      const reason = end.kind === 'failed' ? end.reason : 'answered something else'
      failures.push(reason)
      this.parts.log.warn({ want, reason, attempt: failures.length }, 'a process did not get through a page')
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
