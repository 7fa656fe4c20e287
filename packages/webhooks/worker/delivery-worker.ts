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
import { joinWorkers } from './presence.js'
import { recordAttempts } from './record-attempts.js'
import { openRecorder } from './recorder.js'
import { repeat } from './repeat.js'
import { sampleQueue } from './sample-queue.js'
import type { Settled } from './settle.js'
import { countUnderWay } from './under-way.js'
import { wakeUp } from './wake-up.js'
import { standardLimits, type WorkerLimits } from './worker-limits.js'
import type { WorkerMetrics } from './worker-metrics.js'

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
  readonly metrics?: WorkerMetrics
  readonly limits?: Partial<WorkerLimits>
  readonly clock?: () => Date
  readonly random?: () => number
}

/**
 * Attempts deliveries as they become due, until the signal aborts; then waits for attempts under way.
 *
 * All state is in the database: a worker that dies is replaced by the next one, which sends again, under the same
 * `webhook-id`, whatever it finds claimed and not settled when the lease has run out. Any number of workers may run.
 */
export async function deliveryWorker(options: DeliveryWorkerOptions): Promise<void> {
  const { pool, listener, signal, log, metrics, clock = () => new Date() } = options
  const limits = { ...standardLimits, ...options.limits }
  const stopped = new AbortController()
  // one listener for each attempt under way
  setMaxListeners(limits.atOnce, stopped.signal)
  const sender = openSender(options)
  const wake = wakeUp()
  const underWay = countUnderWay()
  const running = new Set<Promise<void>>()
  const tell = (message: string) => (error: unknown) => log?.error({ err: error }, message)
  const recorder = openRecorder(
    (settled) => recordAttempts(pool, settled, { recordAudit: options.recordAudit, now: clock() }),
    { giveUp: stopped.signal, onError: tell('attempts at webhook deliveries cannot be recorded') },
  )

  function begin(delivery: Claimed): void {
    underWay.begin(delivery)
    metrics?.underWay(underWay.total)
    const attempt = attemptDelivery(delivery, { ...options, sender, stopped: stopped.signal, clock })
      .then((settled) => {
        count(settled)
        return recorder.record(settled)
      })
      .finally(() => {
        underWay.end(delivery)
        metrics?.underWay(underWay.total)
        running.delete(attempt)
        wake.call()
      })
    running.add(attempt)
  }

  function count({ verdict, status, fault, duration_ms }: Settled): void {
    metrics?.attempted(status === 'exhausted' ? status : verdict, fault, duration_ms)
  }

  /** Begins what may be begun; resolves with how long nothing else can be, as far as is known. */
  async function work(): Promise<number> {
    const limit = limits.atOnce - underWay.total
    if (limit <= 0) return limits.pollMs
    const now = clock()
    const claimed = await claimDeliveries(pool, {
      now,
      leasedUntil: new Date(now.getTime() + limits.leaseMs),
      limit,
      perEndpoint: Math.max(1, Math.floor(limits.atOncePerEndpoint / presence.workers)),
      perCompany: limits.atOncePerCompany,
      underWay,
    })
    for (const delivery of claimed) begin(delivery)
    return claimed.length > 0 ? 0 : idleMs()
  }

  async function idleMs(): Promise<number> {
    const due = await nextDue(pool, clock())
    if (due === undefined) return limits.pollMs
    return Math.min(Math.max(due.getTime() - clock().getTime(), 1), limits.pollMs)
  }

  const presence = await joinWorkers(pool, {
    everyMs: limits.signMs,
    onError: tell('a sign of life to the other webhook workers failed'),
  })
  const sampling = metrics
    ? repeat(async () => metrics.sampled(await sampleQueue(pool, clock())), {
        everyMs: limits.sampleMs,
        signal,
        onError: tell('the webhook queue cannot be looked at'),
      })
    : undefined
  const stopListening = listener.on(DELIVERIES_CHANNEL, wake.call)
  signal.addEventListener('abort', wake.call, { once: true })
  while (!signal.aborted) {
    try {
      const pause = await work()
      if (pause > 0) await wake.wait(pause)
    } catch (error) {
      tell('webhook deliveries cannot be claimed')(error)
      await wake.wait(limits.pollMs)
    }
  }
  stopListening()
  const timer = setTimeout(() => stopped.abort(), limits.stopMs)
  await Promise.all(running)
  clearTimeout(timer)
  await Promise.all([presence.leave(), sampling])
  await sender.close()
}
