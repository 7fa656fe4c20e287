import { openSender } from '../sending/sender.js'
import { attemptDelivery, signingKeys } from './attempt-delivery.js'
import type { Claimed, UnderWay } from './claim.js'
import { openRecorder, recordAttempts } from './recorder.js'
import type { Settled } from './settle.js'
import { type DeliveryWorkerOptions, telling, type WorkerLimits } from './worker-options.js'

/** The attempts of a worker: made and recorded side by side. */
export interface Attempts {
  readonly underWay: UnderWay
  /** how many more may begin now */
  room(): number
  begin(delivery: Claimed): void
  /** Waits for those under way, and breaks off what takes too long. */
  close(): Promise<void>
}

/** @param onEnd called each time one is over and recorded */
export function openAttempts(
  options: DeliveryWorkerOptions,
  limits: WorkerLimits,
  onEnd: () => void,
): Attempts {
  const { pool, recordAudit, metrics, log, clock = () => new Date() } = options
  const stopped = new AbortController()
  const sender = openSender(options)
  stopped.signal.addEventListener('abort', sender.breakOff, { once: true })
  const context = { ...options, sender, keys: signingKeys(options.secrets), clock }
  const underWay = countUnderWay()
  const running = new Set<Promise<void>>()
  const recorder = openRecorder((settled) => recordAttempts(pool, settled, { recordAudit, now: clock() }), {
    giveUp: stopped.signal,
    onError: telling(log)('attempts at webhook deliveries cannot be recorded'),
  })

  function count({ verdict, status, fault, duration_ms }: Settled): void {
    metrics?.attempted(status === 'exhausted' ? status : verdict, fault, duration_ms)
  }

  async function attempt(delivery: Claimed): Promise<void> {
    underWay.begin(delivery)
    metrics?.underWay(underWay.total)
    const settled = await attemptDelivery(delivery, context)
    count(settled)
    // The next claim must know of failures, so that it does not send to an endpoint that is to be left alone.
    const isAsEver = settled.verdict === 'delivered'
    if (isAsEver) end(delivery)
    await recorder.record(settled)
    if (!isAsEver) end(delivery)
  }

  function end(delivery: Claimed): void {
    underWay.end(delivery)
    metrics?.underWay(underWay.total)
  }

  return {
    underWay,
    // When recording is slow, no more of what went well may wait for it than may be under way.
    room: () => Math.min(limits.atOnce - underWay.total, 2 * limits.atOnce - running.size),
    begin(delivery) {
      const one = attempt(delivery).finally(() => {
        running.delete(one)
        onEnd()
      })
      running.add(one)
    },
    async close() {
      const timer = setTimeout(() => stopped.abort(), limits.stopMs)
      await Promise.all(running)
      clearTimeout(timer)
      await sender.close()
    },
  }
}

function countUnderWay(): UnderWay {
  const endpoints = new Map<string, number>()
  const companies = new Map<string, number>()
  let total = 0
  return {
    get total() {
      return total
    },
    get byEndpoint() {
      return Object.fromEntries(endpoints)
    },
    get byCompany() {
      return Object.fromEntries(companies)
    },
    begin({ endpoint_id, company_id }) {
      total += 1
      change(endpoints, endpoint_id, 1)
      change(companies, company_id, 1)
    },
    end({ endpoint_id, company_id }) {
      total -= 1
      change(endpoints, endpoint_id, -1)
      change(companies, company_id, -1)
    },
  }
}

function change(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const next = (counts.get(key) ?? 0) + by
  if (next === 0) counts.delete(key)
  else counts.set(key, next)
}
