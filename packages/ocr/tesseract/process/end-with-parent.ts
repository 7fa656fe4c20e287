import { Worker } from 'node:worker_threads'

const SIGNALS_OF_THE_GROUP = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Leaves it to the parent when this process ends: signals that reach the whole group, as Ctrl-C does, are passed over. When the
 * parent is gone it ends by itself, even in the middle of a computation that never ends.
 */
export function endWithParent(): void {
  for (const signal of SIGNALS_OF_THE_GROUP) process.on(signal, () => undefined)
  process.on('disconnect', () => process.exit())
  const watch = new Worker(new URL('./parent-watch.js', import.meta.url), {
    workerData: process.ppid,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 },
  })
  watch.unref()
}
