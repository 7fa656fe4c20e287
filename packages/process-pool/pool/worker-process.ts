import { type ChildProcess, fork } from 'node:child_process'
import { Socket } from 'node:net'
import { isProcessMessage, type Job, type ProcessMessage } from '../messages.js'
import { childEnvironment, type Launch } from '../sandbox/launches.js'
import type { PoolBounds } from './bounds.js'
import { countOwnTime, holdsMoreThan } from './process-limits.js'

/** A process and what can be known of it from outside. */
interface ForkedProcess {
  readonly child: ChildProcess
  /** how it ended, when it has */
  readonly ended: Promise<string>
  /** the end of what it wrote before it answered anything: why it could not start */
  readonly startError: () => string
}

/** What a process runs, and within which bounds. */
export interface Program {
  readonly entry: string
  readonly args?: readonly string[]
  readonly bounds: PoolBounds
}

const MB = 1024 * 1024
const LAST_WORDS = 1000

/**
 * Starts a process that does not keep this one alive and knows none of its secrets, by a command that takes rights from it. It is of the
 * same session, where its niceness counts.
 */
function forkProcess({ entry, args = [], bounds }: Program, launch: Launch): ForkedProcess {
  const node = [process.execPath, `--max-old-space-size=${Math.ceil(bounds.heap / MB)}`]
  const [execPath, ...execArgv] = [...launch, ...node]
  const child = fork(entry, args, {
    serialization: 'advanced',
    execPath,
    execArgv,
    env: childEnvironment(launch),
    // Programs may be talkative, and speak of what they work on: of that nothing belongs in a log.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('exit', (code, signal) => resolve(`ended with ${signal ?? code}`))
  })
  child.unref()
  child.channel?.unref()
  if (child.stderr instanceof Socket) child.stderr.unref()
  return { child, ended, startError: startErrorOf(child) }
}

function startErrorOf(child: ChildProcess): () => string {
  let words = ''
  const hear = (part: Buffer): void => {
    words = (words + part.toString()).slice(-LAST_WORDS)
  }
  child.stderr?.on('data', hear)
  child.once('message', () => {
    child.stderr?.off('data', hear).resume()
    words = ''
  })
  return () => words.trim()
}

/** What came of a job. */
export type WorkEnd =
  | { readonly kind: 'answered'; readonly answer: unknown }
  /** it could not be started, or lacks what it needs: the job has nothing to do with it */
  | { readonly kind: 'unusable'; readonly reason: string }
  /** it broke down, took too long, or took too much */
  | { readonly kind: 'failed'; readonly reason: string }

const MEMORY_EVERY_MS = 250

/** A process that does one job at a time. */
export class WorkerProcess {
  /** how it ended, when it has */
  readonly ended: Promise<string>
  readonly #bounds: PoolBounds
  readonly #child: ChildProcess
  readonly #startError: () => string
  #jobs = 0
  // Not by `ended`, which would keep every job that was ever worked on.
  #interrupted: (how: string) => void = () => undefined
  #killedFor: string | undefined

  constructor(program: Program, launch: Launch = []) {
    const { child, ended, startError } = forkProcess(program, launch)
    this.#bounds = program.bounds
    this.#child = child
    this.#startError = startError
    this.ended = ended.then((how) => {
      const reason = this.#killedFor ?? how
      this.#interrupted(reason)
      return reason
    })
  }

  /** It has done so much, or keeps so much, that another should take its place. */
  get isWornOut(): boolean {
    return this.#jobs >= this.#bounds.jobsEach || holdsMoreThan(this.#bounds.keptMemory, this.#pid)
  }

  /** Does a job; none may be under way, and it may not have ended. Afterwards one that did not answer is of no use any more. */
  async work(task: string, work: unknown): Promise<WorkEnd> {
    const id = this.#jobs + 1
    const watch = setInterval(() => this.#checkMemory(), MEMORY_EVERY_MS)
    let stopClock = this.#startClock(this.#bounds.startMs)
    const begun = (): void => {
      this.#jobs = id
      stopClock()
      stopClock = this.#startClock(this.#bounds.workMs)
    }
    try {
      return await this.#ask({ id, task, work }, begun)
    } finally {
      clearInterval(watch)
      stopClock()
    }
  }

  /** Ends it at once: it holds nothing that would be lost. */
  kill(reason: string): void {
    this.#killedFor ??= reason
    this.#child.kill('SIGKILL')
    // A caller that waits for its end is kept alive by that.
    this.#child.ref()
  }

  #ask(job: Job, begun: () => void): Promise<WorkEnd> {
    return new Promise((resolve) => {
      const hear = (message: unknown): void => {
        if (!isProcessMessage(message) || message.id !== job.id) return
        const how = endTold(message)
        if (how === undefined) begun()
        else end(how)
      }
      const end = (how: WorkEnd): void => {
        this.#child.off('message', hear)
        this.#interrupted = () => undefined
        resolve(how)
      }
      this.#interrupted = (how) => end(this.#endWithoutAnswer(how))
      this.#child.on('message', hear)
      // Whether it arrives shows in what comes back; if nothing does, the process has ended, or there never was one.
      if (this.#child.connected) this.#child.send(job, () => undefined)
    })
  }

  #endWithoutAnswer(how: string): WorkEnd {
    if (this.#jobs > 0) return { kind: 'failed', reason: how }
    return { kind: 'unusable', reason: `${how} before its first job: ${this.#startError()}` }
  }

  #startClock(ms: number): () => void {
    return countOwnTime({ pid: this.#pid, ms }, () => this.kill('took too long'))
  }

  #checkMemory(): void {
    if (holdsMoreThan(this.#bounds.mostMemory, this.#pid)) this.kill('took too much memory')
  }

  // None has the number 0; it stands for one that could not be started.
  get #pid(): number {
    return this.#child.pid ?? 0
  }
}

/** The end that a message reports; `undefined`: it reports the beginning. */
function endTold(message: ProcessMessage): WorkEnd | undefined {
  switch (message.kind) {
    case 'begun':
      return undefined
    case 'unequipped':
      return { kind: 'unusable', reason: message.reason }
    case 'answered':
      return { kind: 'answered', answer: message.answer }
    case 'failed':
      return { kind: 'failed', reason: message.at }
    default:
      return message satisfies never
  }
}
