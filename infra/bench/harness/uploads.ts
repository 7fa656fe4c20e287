import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Files that are added to notes. */
export interface Uploads {
  readonly url: string
  /** of as many companies, each of which adds its share */
  readonly keys: readonly string[]
  readonly files: number
  /** of each file */
  readonly bytes: number
  /** at a time, of each company */
  readonly atOnceEach: number
}

/** Adds all files, from another thread; seconds that it took. */
export async function upload(uploads: Uploads): Promise<number> {
  const worker = new Worker(new URL('./uploads-worker.js', import.meta.url), { workerData: uploads })
  const [seconds] = await once(worker, 'message')
  return Number(seconds)
}
