import { senderOnDemand } from '../sending/sender-on-demand.js'
import { attemptDelivery, signingKeys } from './attempt-delivery.js'
import type { Claimed, UnderWay } from './claim.js'
import { giveBack } from './give-back.js'
import { openLine } from './line.js'
import { openPaces } from './pace.js'
import { openRecorder, recordAttempts } from './recorder.js'
import type { Settled } from './settle.js'
import { wakeUp } from './wake-up.js'
import { type DeliveryWorkerOptions, telling, type WorkerLimits } from './worker-options.js'

/** The attempts of a worker: made and recorded side by side. */
export interface Attempts {
  /** What may be claimed now. */
  room(): Room
  /** Resolves when at most half as many deliveries wait for a slot as now, or after a time. */
  halfGone(longestMs: number): Promise<void>
  /** Begins the attempts at deliveries, in turn where there is no slot for all of them. */
  add(deliveries: readonly Claimed[]): void
  /** Gives back what has waited for a slot for too long. */
  sweep(): Promise<void>
  /** Gives back what waits, waits for attempts under way, and breaks off what takes too long. */
  close(): Promise<void>
}

/** How many deliveries may be claimed, and what counts against the limits. */
interface Room {
  readonly count: number
  readonly underWay: UnderWay
}

/** An endpoint that answers no more as it did must not keep from others what was claimed for it. */
const LONGEST_AHEAD_MS = 1_000

/**
 * @param slots how many attempts at one endpoint this worker may have under way
 * @param onEnd called each time one is over and recorded
 */
export function openAttempts(
  options: DeliveryWorkerOptions,
  limits: WorkerLimits,
  slots: () => number,
  onEnd: () => void,
): Attempts {
  const { pool, recordAudit, metrics, log, clock = () => new Date() } = options
  const tell = telling(log)
  const stopped = new AbortController()
  const sender = senderOnDemand(options)
  stopped.signal.addEventListener('abort', sender.breakOff, { once: true })
  const context = { ...options, sender, keys: signingKeys(options.secrets), clock }
  /** under way */
  const begun = counts()
  /** under way, or claimed ahead */
  const held = counts()
  const line = openLine()
  const isLow = wakeUp()
  let low = -1
  const paces = openPaces(limits, slots)
  const running = new Set<Promise<void>>()
  const recorder = openRecorder((settled) => recordAttempts(pool, settled, { recordAudit, now: clock() }), {
    giveUp: stopped.signal,
    onError: tell('attempts at webhook deliveries cannot be recorded'),
  })

  function count({ verdict, status, fault, duration_ms }: Settled): void {
    metrics?.attempted(status === 'exhausted' ? status : verdict, fault, duration_ms)
  }

  async function attempt(delivery: Claimed): Promise<void> {
    begun.change(delivery, 1)
    metrics?.underWay(begun.total)
    const settled = await attemptDelivery(delivery, context)
    count(settled)
    if (settled.verdict === 'delivered') {
      paces.succeeded(delivery, settled.duration_ms)
      end(delivery)
      fill()
      await recorder.record(settled)
      return
    }
    // The next claim must know of failures, so that it does not send to an endpoint that is to be left alone.
    paces.forget(delivery.endpoint_id)
    const recorded = recorder.record(settled)
    await letGo(line.takeOf((id) => id === delivery.endpoint_id))
    await recorded
    end(delivery)
  }

  function end(delivery: Claimed): void {
    begun.change(delivery, -1)
    held.change(delivery, -1)
    metrics?.underWay(begun.total)
  }

  function begin(delivery: Claimed): void {
    const one = attempt(delivery).finally(() => {
      running.delete(one)
      fill()
      onEnd()
    })
    running.add(one)
  }

  // When recording is slow, only so much of what went well may wait for it: a crash would have it sent again.
  const unrecorded = Math.max(limits.atOnce, limits.ahead)
  const free = (): number => Math.min(limits.atOnce - begun.total, limits.atOnce + unrecorded - running.size)

  function fill(): void {
    beginNext()
    if (line.size <= low) isLow.call()
  }

  function beginNext(): void {
    while (line.size > 0 && free() > 0) {
      const { endpoints, companies } = begun
      const perCompany = limits.atOncePerCompany
      const next = line.next({ endpoints, companies, perEndpoint: slots(), perCompany })
      if (next === undefined) return
      begin(next)
    }
  }

  /** What cannot be given back is claimed again when its lease has run out. */
  async function letGo(deliveries: readonly Claimed[]): Promise<void> {
    if (deliveries.length === 0) return
    await giveBack(pool, deliveries).catch(tell('webhook deliveries claimed ahead cannot be given back'))
    for (const delivery of deliveries) held.change(delivery, -1)
  }

  return {
    room() {
      const allowances = paces.allowances()
      const ahead = allowances.reduce((sum, { count }) => sum + count, 0)
      const [byEndpoint, byCompany] = [new Map(held.endpoints), new Map(held.companies)]
      for (const { endpointId, companyId, count } of allowances) {
        byEndpoint.set(endpointId, (byEndpoint.get(endpointId) ?? 0) - count)
        byCompany.set(companyId, (byCompany.get(companyId) ?? 0) - count)
      }
      return {
        count: free() + ahead - line.size,
        underWay: { byEndpoint: Object.fromEntries(byEndpoint), byCompany: Object.fromEntries(byCompany) },
      }
    },
    async halfGone(longestMs) {
      if (line.size === 0) return
      low = Math.floor(line.size / 2)
      await isLow.wait(longestMs)
      low = -1
    },
    add(deliveries) {
      for (const delivery of deliveries) held.change(delivery, 1)
      line.add(deliveries)
      fill()
    },
    async sweep() {
      const late = line.takeOf((_, waitedMs) => waitedMs > LONGEST_AHEAD_MS)
      for (const { endpoint_id } of late) paces.forget(endpoint_id)
      await letGo(late)
    },
    async close() {
      const timer = setTimeout(() => stopped.abort(), limits.stopMs)
      await letGo(line.takeOf(() => true))
      await Promise.all(running)
      clearTimeout(timer)
      await sender.close()
    },
  }
}

/** Counts deliveries altogether, by endpoint and by company. */
function counts() {
  const endpoints = new Map<string, number>()
  const companies = new Map<string, number>()
  let total = 0
  return {
    get total() {
      return total
    },
    endpoints: endpoints as ReadonlyMap<string, number>,
    companies: companies as ReadonlyMap<string, number>,
    change({ endpoint_id, company_id }: Pick<Claimed, 'endpoint_id' | 'company_id'>, by: 1 | -1): void {
      total += by
      change(endpoints, endpoint_id, by)
      change(companies, company_id, by)
    },
  }
}

function change(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const next = (counts.get(key) ?? 0) + by
  if (next === 0) counts.delete(key)
  else counts.set(key, next)
}
