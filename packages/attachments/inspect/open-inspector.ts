import { Worker } from 'node:worker_threads'
import type { Inspected, InspectionAnswer } from './messages.js'

/** Looks at files beside the thread that serves. */
export interface FileInspector {
  /**
   * Looks at the file at `from`, and writes to `to` what is to be kept of it when it can be. One after the other.
   *
   * @throws Error when the file cannot be read or written, or takes longer than it may
   */
  inspect(from: string, to: string): Promise<Inspected>
  close(): Promise<void>
}

/** Ten megabytes take a tenth of a second. */
const LONGEST_MS = 20_000
const HEAP_MB = 64

interface Waiting {
  readonly resolve: (inspected: Inspected) => void
  readonly reject: (error: Error) => void
}

/** The thread is started with the first file. One that dies or hangs takes with it what it was asked; the next file starts another. */
export function openFileInspector(options: { readonly longestMs?: number } = {}): FileInspector {
  const { longestMs = LONGEST_MS } = options
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let last = 0
  let turn: Promise<unknown> = Promise.resolve()

  function started(): Worker {
    const one = new Worker(new URL('./worker.js', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    one.on('message', ({ id, ...answer }: InspectionAnswer) => {
      const asker = waiting.get(id)
      waiting.delete(id)
      if ('error' in answer) asker?.reject(new Error(answer.error))
      else asker?.resolve(answer.inspected)
    })
    one.on('error', (error) => gone(one, error instanceof Error ? error : new Error(String(error))))
    one.on('exit', () => gone(one, new Error('the thread that looks at files has ended')))
    one.unref()
    return one
  }

  function gone(one: Worker, error: Error): void {
    if (worker !== one) return
    worker = undefined
    for (const asker of waiting.values()) asker.reject(error)
    waiting.clear()
  }

  function ask(from: string, to: string): Promise<Inspected> {
    worker ??= started()
    const asked = worker
    const id = ++last
    return new Promise<Inspected>((resolve, reject) => {
      const late = setTimeout(() => {
        gone(asked, new Error(`looking at a file took more than ${longestMs / 1_000} s`))
        void asked.terminate()
      }, longestMs)
      waiting.set(id, {
        resolve: (inspected) => {
          clearTimeout(late)
          resolve(inspected)
        },
        reject: (error) => {
          clearTimeout(late)
          reject(error)
        },
      })
      asked.postMessage({ id, from, to })
    })
  }

  return {
    inspect(from, to) {
      const mine = turn.then(() => ask(from, to))
      turn = mine.catch(() => undefined)
      return mine
    },
    close: async () => {
      await worker?.terminate()
    },
  }
}
