import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { TestFile } from './selection.js'
import type { Outcome } from './worker.js'

const WORKER = fileURLToPath(new URL('worker.js', import.meta.url))
const DIST = new URL('../', import.meta.url)
/** How long an idle worker may take to end. What keeps it longer was left open by one of its files. */
const END_MS = 15_000

/** What came of a file, or of a worker that did not end as it must. */
export type Report = Outcome & { readonly name: string }

/**
 * Runs files in `jobs` processes, each of which takes the next one when it is done.
 *
 * @param ready resolves when what a file needs is there
 * @param report called for each file as it ends
 */
export async function runFiles(
  files: readonly TestFile[],
  options: {
    readonly jobs: number
    readonly ready: (file: TestFile) => Promise<void>
    readonly report: (outcome: Report) => void
    /** called for each file as it begins */
    readonly began?: (name: string) => void
  },
): Promise<void> {
  const queue = [...files]
  const work = async (): Promise<void> => {
    let worker: Worker | undefined
    let last = ''
    for (let file = queue.shift(); file; file = queue.shift()) {
      await options.ready(file)
      worker ??= startWorker()
      options.began?.(file.name)
      last = file.name
      const outcome = await worker.run(new URL(`${file.name}.test.js`, DIST).href)
      options.report({ name: file.name, ...outcome })
      if (worker.hasEnded()) worker = undefined
    }
    const fault = await worker?.end()
    if (fault) options.report({ name: `the end of the worker after ${last}: ${fault}`, ...failed(fault) })
  }
  await Promise.all(Array.from({ length: Math.min(options.jobs, files.length) }, work))
}

interface Worker {
  run(file: string): Promise<Outcome>
  hasEnded(): boolean
  /** What was wrong with its end, if anything. */
  end(): Promise<string | undefined>
}

function startWorker(): Worker {
  const child = fork(WORKER, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  let isFailed = false
  let answered: ((outcome: Outcome) => void) | undefined
  // tap sends messages of its own.
  child.on('message', ({ outcome }: { readonly outcome?: Outcome }) => outcome && answered?.(outcome))
  const ended = once(child, 'exit').then(([code, signal]) => String(code ?? signal))
  return {
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    async run(file) {
      const began = performance.now()
      const outcome = await new Promise<Outcome | string>((resolve) => {
        answered = resolve
        void ended.then(resolve)
        child.send(file)
      })
      const known = typeof outcome === 'string' ? failed(`the process ended with ${outcome}`, began) : outcome
      isFailed ||= !known.ok
      return known
    },
    async end() {
      child.disconnect()
      const timer = setTimeout(() => child.kill('SIGKILL'), END_MS)
      const code = await ended
      clearTimeout(timer)
      if (code === 'SIGKILL') return `${END_MS} ms after its last file something kept it from ending`
      return code === '0' || isFailed ? undefined : `it ended with ${code} although its files passed`
    },
  }
}

function failed(output: string, began = performance.now()): Outcome {
  const counts = { total: 1, pass: 0, fail: 1, skip: 0, todo: 0 }
  return { ok: false, counts, output, ms: performance.now() - began, cpuMs: 0 }
}
