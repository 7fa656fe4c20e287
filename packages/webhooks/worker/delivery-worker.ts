import { DELIVERIES_CHANNEL } from '../deliveries/insert-deliveries.js'
import { openAttempts } from './attempts.js'
import { type Claimed, claimDeliveries } from './claim.js'
import { type DocumentUrls, tellDocumentUrls } from './document-urls.js'
import { joinWorkers } from './presence.js'
import { nextDue, sampleQueue } from './queue.js'
import { steadyConnection } from './steady-connection.js'
import { repeat, wakeUp } from './wake-up.js'
import { type DeliveryWorkerOptions, standardLimits, telling } from './worker-options.js'

/** Between claims while claimed deliveries wait for slots, at most. */
const PAUSE_AHEAD_MS = 20

/**
 * Attempts deliveries as they become due, until the signal aborts; then waits for attempts under way.
 *
 * All state is in the database: a worker that dies is replaced by the next one, which sends again, under the same
 * `webhook-id`, whatever it finds claimed and not settled when the lease has run out. Any number of workers may run.
 */
export async function deliveryWorker(options: DeliveryWorkerOptions): Promise<void> {
  const { pool, listener, signal, log, clock = () => new Date(), documentUrls = noUrls } = options
  const limits = { ...standardLimits, ...options.limits }
  const tell = telling(log)
  const wake = wakeUp()
  const db = steadyConnection(pool)
  const presence = await joinWorkers(pool, {
    everyMs: limits.signMs,
    onError: tell('a sign of life to the other webhook workers failed'),
  })
  const perEndpoint = (): number => Math.max(1, Math.floor(limits.atOncePerEndpoint / presence.workers))
  const attempts = openAttempts(options, limits, perEndpoint, wake.call)

  /** Begins what may be begun. Resolves with how long nothing else can be, as far as is known. */
  async function work(): Promise<number> {
    await attempts.sweep()
    const { count: limit, underWay } = attempts.room()
    if (limit <= 0) return limits.pollMs
    const now = clock()
    const claimed = await claimDeliveries(db, {
      now,
      leasedUntil: new Date(now.getTime() + limits.leaseMs),
      limit,
      perEndpoint: perEndpoint(),
      perCompany: limits.atOncePerCompany,
      underWay,
    })
    const [told, others] = [claimed.filter(wantsUrl), claimed.filter((one) => !wantsUrl(one))]
    attempts.add(others)
    const complete = await tellDocumentUrls(told, documentUrls).catch((error: unknown) => {
      tell(
        'addresses of documents cannot be looked up; what is to tell them is sent when its lease has run out',
      )(error)
      return []
    })
    attempts.add(complete)
    // A claim passes over what is in hand, and over what waits for that: fewer claims pass over it less often.
    await attempts.halfGone(PAUSE_AHEAD_MS)
    return claimed.length > 0 ? 0 : idleMs()
  }

  async function idleMs(): Promise<number> {
    const due = await nextDue(db, clock())
    if (due === undefined) return limits.pollMs
    return Math.min(Math.max(due.getTime() - clock().getTime(), 1), limits.pollMs)
  }

  const stopListening = listener.on(DELIVERIES_CHANNEL, wake.call)
  signal.addEventListener('abort', wake.call, { once: true })
  const sampling = sample(options, limits.sampleMs)
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
  db.close()
  await Promise.all([attempts.close(), presence.leave(), sampling])
}

const noUrls: DocumentUrls = async () => new Map()

const wantsUrl = ({ told_document_id }: Claimed): boolean => told_document_id !== null

/** Samples the queue regularly, if there are metrics. */
async function sample(options: DeliveryWorkerOptions, everyMs: number): Promise<void> {
  const { pool, metrics, signal, log, clock = () => new Date() } = options
  if (metrics === undefined) return
  await repeat(async () => metrics.sampled(await sampleQueue(pool, clock())), {
    everyMs,
    signal,
    onError: telling(log)('the webhook queue cannot be looked at'),
  })
}
