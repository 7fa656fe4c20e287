import { isJob, type Job, type ProcessMessage } from '../messages.js'

/** What a process can do. */
export interface Worker {
  /** loads what the task needs; what it throws says why this process is of no use */
  equip?(task: string): Promise<void>
  /** does a job; what it throws may be thrown again by the next process, and stands in no log */
  work(job: Omit<Job, 'id'>): unknown
}

/** Answers the jobs that the parent sends, until it is gone. */
export function answerJobs(worker: Worker): void {
  process.on('message', (message) => {
    if (isJob(message)) void answer(worker, message)
  })
}

async function answer(worker: Worker, { id, task, work }: Job): Promise<void> {
  try {
    await worker.equip?.(task)
  } catch (error) {
    return tell({ id, kind: 'unequipped', reason: String(error) })
  }
  tell({ id, kind: 'begun' })
  try {
    tell({ id, kind: 'answered', answer: await worker.work({ task, work }) })
  } catch (error) {
    tell({ id, kind: 'failed', at: placeOf(error) })
  }
}

const tell = (message: ProcessMessage): void => void process.send?.(message)

const FRAMES = 3

// The frames alone: the message of an error may repeat what it stumbled over.
function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return [error.name, ...frames.slice(0, FRAMES).map((frame) => frame.trim())].join(' ')
}
