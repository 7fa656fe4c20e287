import { LRUCache } from 'lru-cache'

/** How long a reading is used, milliseconds from before it began, and from when on it is made anew in the background. */
interface Freshness {
  readonly usableMs: number
  readonly refreshAfterMs: number
}

/** What was revoked is refused within a second everywhere, and what is asked for often never waits for a reading. */
const WITHIN_A_SECOND: Freshness = { usableMs: 800, refreshAfterMs: 400 }

interface Reading<Value> {
  readonly at: number
  readonly value: Promise<Value>
  refreshing: boolean
}

/**
 * Keeps what was read for less than a second. What does not exist is remembered as well, so that asking for it again does not cost a
 * reading each time; a reading that failed is not.
 *
 * @param read finds the value of a key
 * @param max so many keys are remembered
 * @example
 * const find = keptReadings((id: string) => findKey(pool, id), 10_000)
 */
export function keptReadings<Key extends string, Value>(
  read: (key: Key) => Promise<Value>,
  max: number,
  { usableMs, refreshAfterMs }: Freshness = WITHIN_A_SECOND,
): (key: Key) => Promise<Value> {
  const readings = new LRUCache<Key, Reading<Value>>({ max })

  function begin(key: Key, at: number): Reading<Value> {
    const reading = { at, value: read(key), refreshing: false }
    readings.set(key, reading)
    reading.value.catch(() => readings.get(key) === reading && readings.delete(key))
    return reading
  }

  function refresh(key: Key, reading: Reading<Value>, at: number): void {
    reading.refreshing = true
    const value = read(key)
    value.then(
      () => readings.set(key, { at, value, refreshing: false }),
      () => {
        reading.refreshing = false
      },
    )
  }

  return (key) => {
    const now = performance.now()
    const kept = readings.get(key)
    if (kept === undefined || now - kept.at > usableMs) return begin(key, now).value
    if (now - kept.at > refreshAfterMs && !kept.refreshing) refresh(key, kept, now)
    return kept.value
  }
}
