import type { Launch } from '../sandbox/launches.js'
import type { PoolBounds } from './bounds.js'
import { isTimeout } from './is-timeout.js'
import { Pace } from './pace.js'
import { Places, type Unavailable } from './places.js'
import { type Attempt, attempt, WarmProcesses } from './warm-processes.js'
import { AnswerOverdue, withDeadline } from './with-deadline.js'
import type { WorkEnd } from './worker-process.js'

/** What a process is asked for, and for whom. */
export interface Question<Answer> {
  /** for the process, and the log */
  readonly task: string
  /** what the process is sent; it can be cloned */
  readonly work: unknown
  /** how much memory it holds while it waits */
  readonly bytes: number
  readonly companyId: string
  /** aborts when nobody waits for the answer any more */
  readonly signal: AbortSignal
  readonly isAnswer: (answer: unknown) => answer is Answer
}

/** What a pool is opened with. */
export interface PoolOptions {
  /** how many jobs are worked on at once */
  readonly processes: number
  readonly bounds: PoolBounds
  /** the program that each process runs, which calls `answerJobs` */
  readonly entry: string
  /** its arguments */
  readonly args?: readonly string[]
  /** tells the command by which each process is started, such as one that takes rights from it; absent: none */
  readonly launch?: () => Promise<Launch>
  /** how long a job is expected to take before one has been done */
  readonly expectedSeconds: number
  readonly log: { warn(fields: object, message: string): void }
  /** the error that callers get when the pool cannot be used now */
  readonly unavailable: Unavailable
}

// What breaks down once may have had bad luck; what breaks down twice is the job.
const ATTEMPTS = 2

/** Child processes that do one job at a time, isolated from callers: a job that breaks its process affects no other. */
export class ProcessPool {
  readonly #options: PoolOptions
  readonly #pace: Pace
  readonly #places: Places
  readonly #warm: WarmProcesses

  /** None is started before a job comes. */
  constructor(options: PoolOptions) {
    const { processes, bounds, expectedSeconds, unavailable } = options
    this.#options = options
    this.#pace = new Pace(expectedSeconds)
    this.#places = new Places({ most: processes, bounds, pace: this.#pace, unavailable })
    this.#warm = new WarmProcesses(options)
  }

  /** How many jobs wait, and why no process could be started the last time; absent: one could. */
  state(): { readonly waiting: number; readonly fault?: string } {
    const { fault } = this.#warm
    return { waiting: this.#places.waiting, ...(fault !== undefined && { fault }) }
  }

  /**
   * The answer to a question; `undefined`: its job broke two processes, or took all the time and memory that it may take.
   *
   * @throws what `unavailable` makes when no process can be started, too many jobs are waiting, or it takes longer than the caller
   *   waits (`AbortSignal.timeout`)
   * @throws the signal's reason when it aborts otherwise
   */
  async ask<Answer>(question: Question<Answer>): Promise<Answer | undefined> {
    const failures: string[] = []
    try {
      return await withDeadline(this.#options.bounds.answerMs, question.signal, (signal) =>
        this.#attempts({ ...question, signal }, failures),
      )
    } catch (error) {
      if (error instanceof AnswerOverdue && failures.length > 0) return undefined
      if (!(error instanceof AnswerOverdue || isTimeout(error))) throw error
      throw this.#places.unavailable('jobs take too long now', { cause: error })
    }
  }

  /** Ends all processes; jobs that wait or are being worked on are refused. Resolves when none is left. */
  async close(): Promise<void> {
    this.#places.close()
    await this.#warm.close()
  }

  async #attempts<Answer>(question: Question<Answer>, failures: string[]): Promise<Answer | undefined> {
    const { task, signal, isAnswer } = question
    while (failures.length < ATTEMPTS) {
      const end = await this.#inTurn(question)
      if (end.kind === 'answered' && isAnswer(end.answer)) return end.answer
      if (end.kind === 'unusable') throw this.#unusable(end.reason)
      // Ended because its caller left: no fault of the job, nor of the process.
      signal.throwIfAborted()
      const reason = end.kind === 'failed' ? end.reason : 'answered something else'
      failures.push(reason)
      this.#options.log.warn(
        { task, reason, attempt: failures.length },
        'a process did not get through its job',
      )
    }
    return undefined
  }

  async #inTurn(job: Attempt & { readonly companyId: string; readonly bytes: number }): Promise<WorkEnd> {
    const { launch, bounds } = this.#options
    await this.#places.take(job)
    let returned = Promise.resolve()
    try {
      const how = await launch?.()
      job.signal.throwIfAborted()
      this.#places.throwIfClosed()
      const process = this.#warm.take(how)
      const started = performance.now()
      const end = await attempt(process, job, bounds.abandonedMs)
      returned = this.#warm.giveBack(process, end)
      if (end.kind !== 'unusable') this.#pace.took((performance.now() - started) / 1000)
      if (end.kind !== 'answered') this.#places.throwIfClosed()
      return end
    } finally {
      void returned.then(() => this.#places.giveBack())
    }
  }

  #unusable(reason: string): Error {
    const { unavailable, bounds } = this.#options
    return unavailable(Math.ceil(bounds.startAgainMs / 1000), reason)
  }
}
