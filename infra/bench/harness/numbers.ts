import { setTimeout as delay } from 'node:timers/promises'

const LOOK_EVERY_MS = 10
const ALL_WITHIN_MS = 60_000

export type Latencies = ReturnType<typeof latencies>

/** What has happened to events, and when; starts with no events. */
export function latencies() {
  const began = new Map<string, number>()
  const stations = new Map<string, Map<string, number>>()
  const at = (station: string): Map<string, number> => {
    const known = stations.get(station) ?? new Map<string, number>()
    stations.set(station, known)
    return known
  }
  return {
    /** the event is recorded */
    begin: (id: string) => void began.set(id, performance.now()),
    /** the event has come to a station on its way; the first time counts */
    reach(station: string, id: string): void {
      const reached = at(station)
      if (!reached.has(id)) reached.set(id, performance.now())
    },
    /** Milliseconds from its recording for every event, once all of them have come there. */
    async until(station: string): Promise<readonly number[]> {
      const reached = at(station)
      const deadline = performance.now() + ALL_WITHIN_MS
      while ([...began.keys()].some((id) => !reached.has(id))) {
        if (performance.now() > deadline) throw new Error(`events have not come to the ${station}`)
        await delay(LOOK_EVERY_MS)
      }
      // An event may arrive before its writer knows that it was recorded.
      return [...began].map(([id, since]) => Math.max(0, (reached.get(id) ?? since) - since))
    },
    /** Forgets all events, for the next round. */
    clear(): void {
      began.clear()
      stations.clear()
    },
  }
}

/** The middle value; of an even count the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

/** The value below which a share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** How far the values lie apart, as a share of their median: the machine's noise. */
export function spread(values: readonly number[]): number {
  return (Math.max(...values) - Math.min(...values)) / median(values)
}

/** Operations per second by so many callers, each of which waits for its operation to end. */
export async function rate(callers: number, seconds: number, once: () => Promise<void>): Promise<number> {
  const began = performance.now()
  const end = began + seconds * 1000
  let count = 0
  const caller = async (): Promise<void> => {
    while (performance.now() < end) {
      await once()
      count++
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return (count * 1000) / (performance.now() - began)
}
