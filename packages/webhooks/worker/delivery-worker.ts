import { DELIVERIES_CHANNEL } from '../deliveries/insert-deliveries.js'
import { openAttempts } from './attempts.js'
import { type Claimed, claimDeliveries } from './claim.js'
import { type DocumentUrls, tellDocumentUrls } from './document-urls.js'
import { joinWorkers } from './presence.js'
import { nextDue, sampleQueue } from './queue.js'
import { steadyConnection } from './steady-connection.js'
import { repeat, wakeUp } from './wake-up.js'
import { type DeliveryWorkerOptions, standardLimits, telling } from './worker-options.js'

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
  const attempts = openAttempts(options, limits, wake.call)
  const presence = await joinWorkers(pool, {
    everyMs: limits.signMs,
    onError: tell('a sign of life to the other webhook workers failed'),
  })

  /** Begins what may be begun. Resolves with how long nothing else can be, as far as is known. */
  async function work(): Promise<number> {
    const limit = attempts.room()
    if (limit <= 0) return limits.pollMs
    const now = clock()
    const claimed = await claimDeliveries(db, {
      now,
      leasedUntil: new Date(now.getTime() + limits.leaseMs),
      limit,
      perEndpoint: Math.max(1, Math.floor(limits.atOncePerEndpoint / presence.workers)),
      perCompany: limits.atOncePerCompany,
      underWay: attempts.underWay,
    })
    const [told, others] = [claimed.filter(wantsUrl), claimed.filter((one) => !wantsUrl(one))]
    for (const delivery of others) attempts.begin(delivery)
    const complete = await tellDocumentUrls(told, documentUrls).catch((error: unknown) => {
      tell(
        'addresses of documents cannot be looked up; what is to tell them is sent when its lease has run out',
      )(error)
      return []
    })
    for (const delivery of complete) attempts.begin(delivery)
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
