import { LRUCache } from 'lru-cache'

/** How much is claimed before there is a slot for it. */
export interface AheadLimits {
  /** attempts under way at a time, altogether */
  readonly atOnce: number
  /** of one endpoint, */
  readonly aheadOfEndpoint: number
  /** and altogether */
  readonly ahead: number
}

/** What may be claimed ahead for an endpoint. */
interface Allowance {
  readonly endpointId: string
  readonly companyId: string
  readonly count: number
}

interface Pace {
  readonly companyId: string
  /** of the latest answers, milliseconds */
  meanMs: number
  /** successes in a row */
  successes: number
  at: number
}

/** How fast endpoints answer, and what may be claimed ahead for them. */
export interface Paces {
  succeeded(delivery: { readonly endpoint_id: string; readonly company_id: string }, durationMs: number): void
  /** It fails, or is slower than it was. */
  forget(endpointId: string): void
  allowances(): readonly Allowance[]
}

/** What is claimed ahead is sent within this time, milliseconds, if the endpoint goes on as it did. */
const AHEAD_MS = 100
/** An endpoint that has not answered for so long is a new one again. */
const FORGOTTEN_AFTER_MS = 1_000
const MOST_ENDPOINTS = 256
/** Weight of the latest answer in the mean. */
const WEIGHT = 0.1

/**
 * An endpoint that answers within milliseconds has emptied its slots long before the next claim, so that claiming would
 * hold up sending. For such a one more is claimed: as much as its answers show that it takes within a tenth of a second,
 * one for each success that it has had in a row since all its slots were used once.
 *
 * @param slots how many attempts at one endpoint may be under way
 */
export function openPaces({ atOnce, aheadOfEndpoint, ahead }: AheadLimits, slots: () => number): Paces {
  const paces = new LRUCache<string, Pace>({ max: MOST_ENDPOINTS })
  return {
    succeeded({ endpoint_id, company_id }, durationMs) {
      const at = performance.now()
      const known = paces.get(endpoint_id)
      if (known === undefined || at - known.at > FORGOTTEN_AFTER_MS) {
        paces.set(endpoint_id, { companyId: company_id, meanMs: durationMs, successes: 1, at })
        return
      }
      known.meanMs += WEIGHT * (durationMs - known.meanMs)
      known.successes += 1
      known.at = at
    },
    forget: (endpointId) => void paces.delete(endpointId),
    allowances() {
      const since = performance.now() - FORGOTTEN_AFTER_MS
      const active = [...paces].filter(([, { at }]) => at >= since)
      const own = Math.min(slots(), atOnce / active.length)
      const wanted = active.map(([endpointId, { companyId, meanMs, successes }]) => {
        const most = (own * AHEAD_MS) / Math.max(meanMs, 1)
        const count = Math.max(0, Math.min(aheadOfEndpoint, successes - slots(), most))
        return { endpointId, companyId, count }
      })
      const all = wanted.reduce((sum, { count }) => sum + count, 0)
      const share = Math.min(1, ahead / Math.max(all, 1))
      return wanted.map((one) => ({ ...one, count: Math.floor(one.count * share) }))
    },
  }
}
