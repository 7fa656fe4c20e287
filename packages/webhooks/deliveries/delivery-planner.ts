import type { Listener } from '@ecmr/postgres'
import type { Pool } from 'pg'
import { wakeUp } from '../worker/wake-up.js'
import type { WorkerLog } from '../worker/worker-options.js'
import { type PlanWaitingOptions, planWaiting } from './plan-waiting.js'
import { PLANNING_CHANNEL } from './queue-events.js'

const POLL_MS = 1_000
const SAID_AGAIN_AFTER_MS = 60_000

/**
 * Writes the deliveries of events that `planDeliveries` has queued, company by company in turns, until the signal aborts.
 * Any number of processes may; a company's events are planned by one at a time.
 */
export async function deliveryPlanner(
  options: Omit<PlanWaitingOptions, 'onError' | 'signal'> & {
    readonly pool: Pool
    readonly listener: Listener
    readonly signal: AbortSignal
    readonly log?: WorkerLog
  },
): Promise<void> {
  const { pool, listener, signal, log } = options
  const wake = wakeUp()
  const stopListening = listener.on(PLANNING_CHANNEL, wake.call)
  signal.addEventListener('abort', wake.call, { once: true })
  const say = onceAMinute((error) =>
    log?.warn({ err: error }, 'webhook deliveries cannot be planned; tried again'),
  )
  const round = { ...options, onError: say }
  while (!signal.aborted) {
    const planned = await planWaiting(pool, round).catch((error: unknown) => {
      say(error)
      return 0
    })
    if (planned === 0) await wake.wait(POLL_MS)
  }
  stopListening()
  signal.removeEventListener('abort', wake.call)
}

function onceAMinute(say: (error: unknown) => void): (error: unknown) => void {
  let saidAt = Number.NEGATIVE_INFINITY
  return (error) => {
    const now = performance.now()
    if (now - saidAt < SAID_AGAIN_AFTER_MS) return
    saidAt = now
    say(error)
  }
}
