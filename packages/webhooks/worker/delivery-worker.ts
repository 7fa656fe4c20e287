import { setMaxListeners } from 'node:events'
import type { Listener } from '@ecmr/postgres'
import type { Pool } from 'pg'
import { DELIVERIES_CHANNEL } from '../deliveries/insert-deliveries.js'
import type { RecordAudit } from '../endpoints/audit.js'
import type { SecretBox } from '../endpoints/secret-box.js'
import { openSender, type SenderOptions } from '../sending/sender.js'
import { attemptDelivery } from './attempt-delivery.js'
import { type Claimed, claimDeliveries } from './claim.js'
import { nextDue } from './next-due.js'
import { recordAttempts } from './record-attempts.js'
import { openRecorder } from './recorder.js'
import { wakeUp } from './wake-up.js'

/** Where the worker tells what the operator should know. */
export interface WorkerLog {
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export interface DeliveryWorkerOptions extends SenderOptions {
  readonly pool: Pool
  readonly listener: Listener
  readonly secrets: SecretBox
  /** pause before each attempt, milliseconds; a delivery that fails as often is exhausted */
  readonly schedule: readonly number[]
  readonly recordAudit: RecordAudit
  readonly signal: AbortSignal
  readonly log?: WorkerLog
  readonly limits?: Partial<WorkerLimits>
  readonly clock?: () => Date
  readonly random?: () => number
}

export interface WorkerLimits {
  /** attempts under way at a time, altogether */
  readonly atOnce: number
  /** and to one endpoint */
  readonly atOncePerEndpoint: number
  /** how long a claimed delivery is left alone by other workers; longer than an attempt may take */
  readonly leaseMs: number
  /** looks for work this often even when nobody calls */
  readonly pollMs: number
  /** attempts under way get this long when stopping, then they are broken off and sent again after the next start */
  readonly stopMs: number
}

const standardLimits: WorkerLimits = {
  atOnce: 512,
  atOncePerEndpoint: 16,
  leaseMs: 60_000,
  pollMs: 1_000,
  stopMs: 5_000,
}

/**
 * Attempts deliveries as they become due, until the signal aborts; then waits for attempts under way.
 *
 * All state is in the database: a worker that dies is replaced by the next one, which sends again, under the same
 * `webhook-id`, whatever it finds claimed and not settled when the lease has run out. Any number of workers may run.
 */
export async function deliveryWorker(options: DeliveryWorkerOptions): Promise<void> {
  const { pool, listener, signal, log, clock = () => new Date() } = options
  const limits = { ...standardLimits, ...options.limits }
  const stopped = new AbortController()
  // one listener for each attempt under way
  setMaxListeners(limits.atOnce, stopped.signal)
  const sender = openSender(options)
  const wake = wakeUp()
  const underWay = new Map<string, number>()
  const running = new Set<Promise<void>>()
  const recorder = openRecorder(
    (settled) => recordAttempts(pool, settled, { recordAudit: options.recordAudit, now: clock() }),
    {
      giveUp: stopped.signal,
      onError: (error) => log?.error({ err: error }, 'attempts at webhook deliveries cannot be recorded'),
    },
  )

  function begin(delivery: Claimed): void {
    count(underWay, delivery.endpoint_id, 1)
    const attempt = attemptDelivery(delivery, { ...options, sender, stopped: stopped.signal, clock })
      .then((settled) => recorder.record(settled))
      .finally(() => {
        count(underWay, delivery.endpoint_id, -1)
        running.delete(attempt)
        wake.call()
      })
    running.add(attempt)
  }

  async function claim(): Promise<number> {
    const now = clock()
    const limit = limits.atOnce - running.size
    if (limit <= 0) return 0
    const claimed = await claimDeliveries(pool, {
      now,
      leasedUntil: new Date(now.getTime() + limits.leaseMs),
      limit,
      perEndpoint: limits.atOncePerEndpoint,
      underWay,
    })
    for (const delivery of claimed) begin(delivery)
    return claimed.length
  }

  async function idleMs(): Promise<number> {
    const due = await nextDue(pool, clock())
    if (due === undefined) return limits.pollMs
    return Math.min(Math.max(due.getTime() - clock().getTime(), 0), limits.pollMs)
  }

  const stopListening = listener.on(DELIVERIES_CHANNEL, wake.call)
  signal.addEventListener('abort', wake.call, { once: true })
  while (!signal.aborted) {
    try {
      if ((await claim()) === 0) await wake.wait(await idleMs())
    } catch (error) {
      log?.error({ err: error }, 'webhook deliveries cannot be claimed')
      await wake.wait(limits.pollMs)
    }
  }
  stopListening()
  const timer = setTimeout(() => stopped.abort(), limits.stopMs)
  await Promise.all(running)
  clearTimeout(timer)
  await sender.close()
}

function count(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const next = (counts.get(key) ?? 0) + change
  if (next === 0) counts.delete(key)
  else counts.set(key, next)
}
