import type { Launch } from '../sandbox/launches.js'
import type { Unavailable } from './places.js'
import { type Program, type WorkEnd, WorkerProcess } from './worker-process.js'

/** Processes that are started when they are needed, and kept for a while. */
export class WarmProcesses {
  readonly #alive = new Set<WorkerProcess>()
  readonly #idle = new Map<WorkerProcess, NodeJS.Timeout>()
  #startAgainAt = 0
  #fault: string | undefined

  constructor(private readonly options: Program & { readonly unavailable: Unavailable }) {}

  /** Why the last one was of no use, when it was. */
  get fault(): string | undefined {
    return this.#fault
  }

  /**
   * One that has nothing to do, the last that was given back before all others; a new one, started by this command, when there is
   * none.
   */
  take(launch: Launch = []): WorkerProcess {
    const warm = [...this.#idle.keys()].at(-1)
    if (warm === undefined) return this.#start(launch)
    this.#notIdle(warm)
    return warm
  }

  /** Takes back one that has worked. It is kept, or has ended when this resolves. */
  async giveBack(process: WorkerProcess, end: WorkEnd): Promise<void> {
    const { startAgainMs, idleMs } = this.options.bounds
    this.#fault = end.kind === 'unusable' ? end.reason : undefined
    if (end.kind === 'unusable') this.#startAgainAt = performance.now() + startAgainMs
    if (end.kind === 'answered' && !process.isWornOut && this.#alive.has(process)) {
      const timer = setTimeout(() => process.kill('had nothing to do'), idleMs)
      this.#idle.set(process, timer.unref())
      return
    }
    process.kill('was replaced')
    await process.ended
  }

  /** Ends them all; resolves when none is left. */
  async close(): Promise<void> {
    for (const process of this.#alive) process.kill('the pool has been closed')
    await Promise.all([...this.#alive].map((process) => process.ended))
  }

  #start(launch: Launch): WorkerProcess {
    const waitMs = this.#startAgainAt - performance.now()
    if (waitMs > 0)
      throw this.options.unavailable(Math.ceil(waitMs / 1000), 'no process could be started just now')
    const process = new WorkerProcess(this.options, launch)
    this.#alive.add(process)
    void process.ended.then(() => {
      this.#alive.delete(process)
      this.#notIdle(process)
    })
    return process
  }

  #notIdle(process: WorkerProcess): void {
    clearTimeout(this.#idle.get(process))
    this.#idle.delete(process)
  }
}

/** A job that a process is to do. */
export interface Attempt {
  readonly task: string
  readonly work: unknown
  /** aborts when the caller no longer waits for it */
  readonly signal: AbortSignal
}

/** Has a process do a job; for a caller that has left, `abandonedMs` longer at most. */
export async function attempt(
  process: WorkerProcess,
  { task, work, signal }: Attempt,
  abandonedMs: number,
): Promise<WorkEnd> {
  let timer: NodeJS.Timeout | undefined
  const leave = (): void => {
    timer = setTimeout(() => process.kill('no request waited for it any more'), abandonedMs)
  }
  signal.addEventListener('abort', leave, { once: true })
  try {
    const end = await process.work(task, work)
    // Ended because its caller left, it says nothing about itself, not even when it had not started yet.
    if (end.kind === 'unusable' && signal.aborted) return { kind: 'failed', reason: end.reason }
    return end
  } finally {
    signal.removeEventListener('abort', leave)
    clearTimeout(timer)
  }
}
