import type { Planned } from './insert-deliveries.js'

/** So many deliveries of one company are written at once at most, and so many of all companies in a batch. */
const MOST_OF_COMPANY = 512
const MOST_OF_ALL = 1_024

interface Shares {
  /** deliveries that are written now */
  readonly now: readonly Planned[]
  /** events whose deliveries wait for their company's turn */
  readonly later: readonly Planned[]
}

/**
 * What of a batch is planned at once: the companies with few deliveries first, all of a company's events or none. A company
 * that has events waiting waits with these as well, so that none overtakes another.
 */
export function shareOut(planned: readonly Planned[], waiting: ReadonlySet<string>): Shares {
  const counts = new Map<string, number>()
  for (const { event, endpointIds } of planned) {
    const { company_id } = event.metadata
    counts.set(company_id, (counts.get(company_id) ?? 0) + endpointIds.length)
  }
  let all = 0
  const now = new Set<string>()
  for (const [company, count] of [...counts].sort(([, a], [, b]) => a - b)) {
    if (waiting.has(company) || count > MOST_OF_COMPANY || all + count > MOST_OF_ALL) continue
    all += count
    now.add(company)
  }
  const isNow = ({ event }: Planned): boolean => now.has(event.metadata.company_id)
  return { now: planned.filter(isNow), later: planned.filter((one) => !isNow(one)) }
}
