import type { Claimed } from './claim.js'

/** Deliveries that are claimed and wait for a slot. */
export interface Line {
  readonly size: number
  add(deliveries: readonly Claimed[]): void
  /**
   * Takes the next one, of the company that has the fewest attempts under way, and its endpoint that has; undefined: none
   * may begin now.
   */
  next(slots: Slots): Claimed | undefined
  /** Takes all of certain endpoints. @param isWanted is told how long the first of them has waited, milliseconds */
  takeOf(isWanted: (endpointId: string, waitedMs: number) => boolean): readonly Claimed[]
}

/** How many attempts are under way, and how many may be. */
interface Slots {
  readonly endpoints: ReadonlyMap<string, number>
  readonly companies: ReadonlyMap<string, number>
  readonly perEndpoint: number
  readonly perCompany: number
}

interface Waiting {
  readonly delivery: Claimed
  readonly since: number
}

export function openLine(): Line {
  const queues = new Map<string, Waiting[]>()
  let size = 0

  function take(endpointId: string, count: number): readonly Claimed[] {
    const queue = queues.get(endpointId) ?? []
    const taken = queue.splice(0, count)
    if (queue.length === 0) queues.delete(endpointId)
    size -= taken.length
    return taken.map(({ delivery }) => delivery)
  }

  return {
    get size() {
      return size
    },
    add(deliveries) {
      const since = performance.now()
      const changed = new Set<Waiting[]>()
      for (const delivery of deliveries) {
        const queue = queues.get(delivery.endpoint_id) ?? []
        queues.set(delivery.endpoint_id, queue)
        queue.push({ delivery, since })
        changed.add(queue)
      }
      for (const queue of changed) queue.sort(byTurn)
      size += deliveries.length
    },
    next({ endpoints, companies, perEndpoint, perCompany }) {
      let chosen: { readonly id: string; readonly ofCompany: number; readonly ofEndpoint: number } | undefined
      for (const [id, [first]] of queues) {
        const ofEndpoint = endpoints.get(id) ?? 0
        const ofCompany = companies.get(first?.delivery.company_id ?? '') ?? 0
        if (ofEndpoint >= perEndpoint || ofCompany >= perCompany) continue
        const isFewer =
          chosen === undefined ||
          ofCompany < chosen.ofCompany ||
          (ofCompany === chosen.ofCompany && ofEndpoint < chosen.ofEndpoint)
        if (isFewer) chosen = { id, ofCompany, ofEndpoint }
      }
      return chosen && take(chosen.id, 1)[0]
    },
    takeOf(isWanted) {
      const now = performance.now()
      const oldest = (queue: readonly Waiting[]): number => Math.min(...queue.map(({ since }) => since))
      return [...queues]
        .filter(([id, queue]) => isWanted(id, now - oldest(queue)))
        .flatMap(([id, queue]) => take(id, queue.length))
    },
  }
}

/** As the claim ranks them: what its owner requested, current events, replayed ones. */
function byTurn({ delivery: a }: Waiting, { delivery: b }: Waiting): number {
  return (
    Number(b.expedited) - Number(a.expedited) ||
    Number(a.is_replay) - Number(b.is_replay) ||
    a.next_attempt_at.getTime() - b.next_attempt_at.getTime()
  )
}
