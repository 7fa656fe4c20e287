import { setTimeout as delay } from 'node:timers/promises'

/** Lets bytes pass at a rate, all that ask in the order in which they ask. */
export interface Pace {
  /** Resolves when so many bytes may pass. */
  pass(bytes: number): Promise<void>
}

/** What time is, in milliseconds. */
interface Time {
  now(): number
  wait(ms: number): Promise<unknown>
}

const REAL: Time = { now: () => performance.now(), wait: (ms) => delay(ms) }

/**
 * A virtual clock that each byte sets forward: the generic cell rate algorithm (ITU-T I.371, annex A).
 *
 * @param options.bytesPerSecond in the long run
 * @param options.burstMs what passes at once after a pause, as the time that it takes at that rate
 */
export function openPace(
  { bytesPerSecond, burstMs }: { readonly bytesPerSecond: number; readonly burstMs: number },
  { now, wait }: Time = REAL,
): Pace {
  let until = Number.NEGATIVE_INFINITY
  return {
    async pass(bytes) {
      const present = now()
      until = Math.max(until, present - burstMs) + (bytes * 1_000) / bytesPerSecond
      if (until > present) await wait(until - present)
    },
  }
}
