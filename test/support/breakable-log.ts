import { setTimeout as delay } from 'node:timers/promises'
import { type EventStore, StoreUnavailable } from '@ecmr/event-store'

const FOR_EVER_MS = 3_600_000

/** An event log that can be made unavailable to users of `log`. */
export interface BreakableLog {
  readonly log: EventStore
  /** away: it refuses at once; silent: it does not answer */
  turn(to: 'there' | 'away' | 'silent'): void
}

export function breakableLog(store: EventStore): BreakableLog {
  let state: Parameters<BreakableLog['turn']>[0] = 'there'
  const broken = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    if (state === 'silent') await delay(FOR_EVER_MS, undefined, { ref: false })
    if (state === 'away') throw new StoreUnavailable('the event log was taken away')
    return call()
  }
  return {
    log: {
      ...store,
      append: (...given) => broken(() => store.append(...given)),
      head: () => broken(store.head),
      readStream: (...given) => broken(() => store.readStream(...given)),
      readStreamEnd: (...given) => broken(() => store.readStreamEnd(...given)),
    },
    turn(to) {
      state = to
    },
  }
}
