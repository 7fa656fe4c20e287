import type { EventStore, Position } from '@ecmr/event-store'

const DENSE = /^\d{16}$/
const PAGE = 1_000
const MOST = 10_000

/**
 * How many events lie after one position, up to another.
 *
 * The Postgres log numbers its events without gaps, as 16 digits, so the difference tells. The positions of other
 * stores say nothing about numbers: there the events are counted, up to 10,000.
 */
export async function eventsBetween(
  store: Pick<EventStore, 'readAll'>,
  after: Position,
  upTo: Position,
): Promise<number> {
  if (after >= upTo) return 0
  if (DENSE.test(upTo) && (after === '' || DENSE.test(after))) return Number(upTo) - Number(after)
  let count = 0
  let from = after
  while (from < upTo && count < MOST) {
    const page = await store.readAll({ after: from, limit: PAGE })
    count += page.length
    from = page.at(-1)?.position ?? upTo
  }
  return count
}
