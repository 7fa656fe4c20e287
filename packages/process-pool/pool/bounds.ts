/** What a job may take, in time and in memory, and how long one waits. */
export interface PoolBounds {
  /** for a process to start and to load what it needs, without waiting for a processor, ms */
  readonly startMs: number
  /** for the work on one job, without waiting for a processor, ms */
  readonly workMs: number
  /** jobs that would wait longer for their turn, by the pace of the last ones, are refused at once, ms */
  readonly turnMs: number
  /** from being asked to the answer, waiting and a second attempt included, ms */
  readonly answerMs: number
  /** how long work goes on after its caller has left: usually it is done by then, and a new process costs nearly as much, ms */
  readonly abandonedMs: number
  /** how long a process that has nothing to do is kept, ms */
  readonly idleMs: number
  /** how long none is started after one could not be, ms */
  readonly startAgainMs: number
  /** how many jobs wait, for each process */
  readonly waitingEach: number
  /** how many bytes of jobs wait, half of them of one company at most */
  readonly waitingBytes: number
  /** a process has so much for its JavaScript objects, bytes */
  readonly heap: number
  /** a process that takes more is ended at once, bytes */
  readonly mostMemory: number
  /** a process that keeps more after a job is replaced, bytes */
  readonly keptMemory: number
  /** a process that has done so many is replaced */
  readonly jobsEach: number
}
