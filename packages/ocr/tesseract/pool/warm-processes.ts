import type { DocumentImage } from '../../images/document-image.js'
import { DocumentReadingUnavailable } from '../../port.js'
import type { PageTask } from '../process/messages.js'
import type { Launch } from '../sandbox/launches.js'
import type { PoolBounds } from './page-pool.js'
import { PageProcess, type WorkEnd } from './page-process.js'

/** Processes that are started when they are needed, and kept for a while. */
export class WarmProcesses {
  readonly #alive = new Set<PageProcess>()
  readonly #idle = new Map<PageProcess, NodeJS.Timeout>()
  #startAgainAt = 0

  constructor(
    private readonly entry: string,
    private readonly bounds: PoolBounds,
  ) {}

  /**
   * One that has nothing to do, the last that was given back before all others; a new one, started by this command, when there is
   * none.
   */
  take(launch: Launch = []): PageProcess {
    const warm = [...this.#idle.keys()].at(-1)
    if (warm === undefined) return this.#start(launch)
    this.#notIdle(warm)
    return warm
  }

  /** Takes back one that has worked. It is kept, or has ended when this resolves. */
  async giveBack(process: PageProcess, end: WorkEnd): Promise<void> {
    if (end.kind === 'unusable') this.#startAgainAt = performance.now() + this.bounds.startAgainMs
    if (end.kind === 'answered' && !process.isWornOut && this.#alive.has(process)) {
      const timer = setTimeout(() => process.kill('had nothing to do'), this.bounds.idleMs)
      this.#idle.set(process, timer.unref())
      return
    }
    process.kill('was replaced')
    await process.ended
  }

  /** Ends them all; resolves when none is left. */
  async close(): Promise<void> {
    for (const process of this.#alive) process.kill('reading has been closed')
    await Promise.all([...this.#alive].map((process) => process.ended))
  }

  #start(launch: Launch): PageProcess {
    const waitMs = this.#startAgainAt - performance.now()
    if (waitMs > 0)
      throw new DocumentReadingUnavailable(Math.ceil(waitMs / 1000), 'no process could be started just now')
    const process = new PageProcess(this.entry, this.bounds, launch)
    this.#alive.add(process)
    void process.ended.then(() => {
      this.#alive.delete(process)
      this.#notIdle(process)
    })
    return process
  }

  #notIdle(process: PageProcess): void {
    clearTimeout(this.#idle.get(process))
    this.#idle.delete(process)
  }
}

/** A page that a process is to look at. */
export interface Attempt {
  readonly task: PageTask
  readonly image: DocumentImage
  /** aborts when the caller no longer waits for it */
  readonly signal: AbortSignal
}

/** Has a process look at a page; for a caller that has left, `abandonedMs` longer at most. */
export async function attempt(
  process: PageProcess,
  { task, image, signal }: Attempt,
  abandonedMs: number,
): Promise<WorkEnd> {
  let timer: NodeJS.Timeout | undefined
  const leave = (): void => {
    timer = setTimeout(() => process.kill('no request waited for it any more'), abandonedMs)
  }
  signal.addEventListener('abort', leave, { once: true })
  try {
    const end = await process.work(task, image)
    // Ended because its caller left, it says nothing about itself, not even when it had not started yet.
    if (end.kind === 'unusable' && signal.aborted) return { kind: 'failed', reason: end.reason }
    return end
  } finally {
    signal.removeEventListener('abort', leave)
    clearTimeout(timer)
  }
}
