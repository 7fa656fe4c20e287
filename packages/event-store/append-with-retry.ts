import { setTimeout as delay } from 'node:timers/promises'
import {
  type Append,
  type AppendResult,
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
  OutcomeUnknown,
  StoreUnavailable,
} from './port.js'

/** Pauses before each repeat, about four seconds in all: long enough for a restart of the database. */
const PAUSES_MS = [50, 200, 500, 1_000, 2_000]

/**
 * Appends, and repeats an append whose outcome is unknown. The event ids make the repeat safe: what the lost try
 * recorded is recognised.
 *
 * @throws OutcomeUnknown when it is still unknown after the last repeat; other errors as `append` throws them
 */
export async function appendWithRetry(
  store: Pick<EventStore, 'append'>,
  stream: string,
  expected: ExpectedRevision,
  events: readonly NewEvent[],
): Promise<AppendResult> {
  const tries = repeats()
  for (;;) {
    try {
      return await store.append(stream, expected, events)
    } catch (error) {
      await tries.after(error)
    }
  }
}

/**
 * Appends in order as `appendInOrder` does, one at a time in a store without that, and repeats what has no result.
 *
 * @param signal nothing is repeated when it has aborted
 * @throws as `appendWithRetry`; the signal's reason
 */
export async function* appendInOrderWithRetry(
  store: Pick<EventStore, 'append' | 'appendInOrder'>,
  appends: readonly Append[],
  signal?: AbortSignal,
): AsyncGenerator<AppendResult, void, void> {
  let done = 0
  let tries = repeats()
  for (;;) {
    try {
      const rest = appends.slice(done)
      for await (const result of store.appendInOrder?.(rest) ?? oneByOne(store, rest)) {
        done++
        tries = repeats()
        yield result
      }
      return
    } catch (error) {
      signal?.throwIfAborted()
      await tries.after(error)
    }
  }
}

/** Appends in order, each when the one before it has its result. */
export async function* oneByOne(
  store: Pick<EventStore, 'append'>,
  appends: readonly Append[],
): AsyncGenerator<AppendResult, void, void> {
  for (const { stream, expected, events } of appends) yield await store.append(stream, expected, events)
}

function repeats() {
  let lost: unknown
  let next = 0
  return {
    /** Waits before the next try, if an error calls for one; throws otherwise. */
    async after(error: unknown): Promise<void> {
      if (error instanceof OutcomeUnknown) lost = error
      // Once a try is lost, "not recorded" is true of the repeat only.
      if (!lost || !(error instanceof OutcomeUnknown || error instanceof StoreUnavailable)) throw error
      const pause = PAUSES_MS[next++]
      if (pause === undefined) throw lost
      await delay(pause)
    },
  }
}
