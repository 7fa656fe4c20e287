import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Config, ObjectDirectory, S3Bucket, S3Prefix } from '@ecmr/runtime'
import type { CreatedBackup } from '../create/create-backup.js'

/** What a thread needs to take a backup. */
export interface WorkerTask {
  readonly url: string
  readonly eventStore: Config['eventStore']
  readonly storage: ObjectDirectory | S3Bucket
  readonly place: ObjectDirectory | S3Prefix
  readonly secret: string | undefined
  readonly secretKey: string
  readonly version: string
}

/** What came of it. */
export type TakenByWorker =
  | { readonly backup: CreatedBackup; readonly removed: readonly string[] }
  | { readonly problem: string }
  /** another process takes one at the moment */
  | { readonly underWay: true }

/**
 * Takes a backup in a thread of its own, and removes old ones. When the signal aborts the thread ends at once: what it has
 * written is removed after the next backup.
 */
export async function takeInWorker(task: WorkerTask, signal: AbortSignal): Promise<TakenByWorker> {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: task })
  const stop = (): void => void worker.terminate()
  signal.addEventListener('abort', stop, { once: true })
  const ended = once(worker, 'exit').then((): TakenByWorker => ({ problem: 'The backup was broken off.' }))
  try {
    const answered = once(worker, 'message').then(([taken]: TakenByWorker[]) => taken)
    const taken = await Promise.race([answered, ended])
    return taken ?? { problem: 'The backup was broken off.' }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  } finally {
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}
