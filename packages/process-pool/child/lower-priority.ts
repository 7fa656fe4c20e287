import { readdirSync, writeFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'

const USUAL_NICENESS = 10
// -1000 to 1000, see proc(5): whom the system ends first when memory runs out.
const ENDED_FIRST = '800'

/**
 * Makes the process one that all others go before: in computing, and in keeping memory. In a session or a container of its own
 * it would be weighed against the whole service again, so it must stay in the service's.
 *
 * @param least how nice it is to be, unless it is nicer already
 */
export function lowerPriority(least = USUAL_NICENESS): void {
  // A process may not lower its own nice value.
  const niceness = Math.max(least, getPriority())
  setPriority(niceness)
  try {
    // On Linux only the calling thread becomes nice, and those that it starts from now on.
    for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), niceness)
    writeFileSync('/proc/self/oom_score_adj', ENDED_FIRST)
  } catch {
    // Not Linux, or not allowed there: then it is as nice as can be.
  }
}

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
