import { setTimeout as delay } from 'node:timers/promises'

const LOOK_EVERY_MS = 50

/**
 * Watches something that is counted.
 *
 * @returns what ends it, with the longest time in which it did not grow, in milliseconds
 */
export function watchStandstill(count: () => number | Promise<number>): () => Promise<number> {
  const closing = new AbortController()
  const { signal } = closing
  async function watch(): Promise<number> {
    let [last, since, longest] = [-1, performance.now(), 0]
    while (!signal.aborted) {
      const now = await count()
      longest = Math.max(longest, performance.now() - since)
      if (now !== last) [last, since] = [now, performance.now()]
      await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined)
    }
    return Math.round(longest)
  }
  const watching = watch()
  return () => {
    closing.abort()
    return watching
  }
}
