/** What a page may take, in time and in memory, and how long one waits. */
export interface PoolBounds {
  /** for a process to start and to load what it needs, without waiting for a processor, ms */
  readonly startMs: number
  /** for the work on one page, without waiting for a processor, ms */
  readonly workMs: number
  /** from being asked to the answer, waiting and a second attempt included, ms */
  readonly answerMs: number
  /** how long the work goes on for somebody who has left: mostly it is done by then, and a new process costs nearly as much, ms */
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
