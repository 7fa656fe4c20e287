import { setTimeout as delay } from 'node:timers/promises'

const LOOK_EVERY_MS = 10
const ALL_WITHIN_MS = 60_000

/** What has happened to events, and when. */
export interface Latencies {
  /** the event is recorded */
  begin(id: string): void
  /** the event has come to a station on its way; the first time counts */
  reach(station: string, id: string): void
  /** Milliseconds from its recording for every event, once all of them have come there. */
  until(station: string): Promise<readonly number[]>
  /** Forgets all events, for the next round. */
  clear(): void
}

/** Starts with no events. */
export function latencies(): Latencies {
  const began = new Map<string, number>()
  const stations = new Map<string, Map<string, number>>()
  const at = (station: string): Map<string, number> => {
    const known = stations.get(station) ?? new Map<string, number>()
    stations.set(station, known)
    return known
  }
  return {
    begin: (id) => void began.set(id, performance.now()),
    reach(station, id) {
      const reached = at(station)
      if (!reached.has(id)) reached.set(id, performance.now())
    },
    async until(station) {
      const reached = at(station)
      const deadline = performance.now() + ALL_WITHIN_MS
      while ([...began.keys()].some((id) => !reached.has(id))) {
        if (performance.now() > deadline) throw new Error(`events have not come to the ${station}`)
        await delay(LOOK_EVERY_MS)
      }
      // An event may be there before its recording is known to whoever recorded it.
      return [...began].map(([id, since]) => Math.max(0, (reached.get(id) ?? since) - since))
    },
    clear() {
      began.clear()
      stations.clear()
    },
  }
}
