/** How much of a log is read at once. Both limits hold, but a page holds one event at least. */
export interface PageSize {
  readonly events: number
  /** sum of the events' sizes, see `sizeOf` */
  readonly bytes: number
}

/** So many pages in time show that a larger one may be tried. */
const GROWS_AFTER = 16

/** A page size that follows what the database can deliver in time. */
export interface AdaptivePageSize {
  /** The present size, of so many events at most. */
  atMost(events: number): PageSize
  /** Whether it is smaller than at the beginning: a page has taken too long lately. */
  readonly isReduced: boolean
  /** A page took too long: the next one is half as large. False when it cannot get smaller than it was. */
  halve(events: number): boolean
  /** A page came in time. After sixteen of them the next one is twice as large, up to the size at the beginning. */
  inTime(): void
}

/** @param full the size at the beginning, and the largest */
export function adaptivePageSize(full: PageSize): AdaptivePageSize {
  let divisor = 1
  let successes = 0
  const atMost = (events: number): PageSize => ({
    events: Math.max(1, Math.floor(Math.min(events, full.events) / divisor)),
    bytes: Math.max(1, Math.floor(full.bytes / divisor)),
  })
  return {
    atMost,
    get isReduced() {
      return divisor > 1
    },
    halve(events) {
      if (divisor > 1 && atMost(events).events === 1) return false
      divisor *= 2
      successes = 0
      return true
    },
    inTime() {
      successes++
      if (divisor === 1 || successes < GROWS_AFTER) return
      divisor /= 2
      successes = 0
    },
  }
}
