import { setTimeout as delay } from 'node:timers/promises'
import {
  type AppendResult,
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
  OutcomeUnknown,
  type RecordedEvent,
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
  let lost: OutcomeUnknown | undefined
  for (const pause of [...PAUSES_MS, undefined]) {
    try {
      return await store.append(stream, expected, events)
    } catch (error) {
      if (error instanceof OutcomeUnknown) lost = error
      // Once a try is lost, "not recorded" is true of the repeat only.
      if (!lost || !(error instanceof OutcomeUnknown || error instanceof StoreUnavailable)) throw error
    }
    if (pause !== undefined) await delay(pause)
  }
  throw lost ?? new OutcomeUnknown(`the outcome of an append to ${stream} is unknown`)
}

/**
 * The events that stand where these were appended, if they are the very same; undefined when an earlier try of the
 * command recorded others there, which differ in their times and so in their hashes.
 *
 * @param before revision of the event before them; -1 when there is none
 * @throws OutcomeUnknown when they cannot be read: something has been recorded
 */
export async function readTail(
  store: Pick<EventStore, 'readStream'>,
  stream: string,
  before: number,
  events: readonly NewEvent[],
): Promise<readonly RecordedEvent[] | undefined> {
  const tail = await store.readStream(stream, { from: before + 1 }).catch((error: unknown) => {
    throw new OutcomeUnknown(`what was appended to ${stream} could not be read back`, { cause: error })
  })
  const recorded = tail.slice(0, events.length)
  const isSame = events.every(({ id, metadata }, index) => {
    const found = recorded[index]
    return found?.id === id && found.metadata.hash === metadata.hash
  })
  return isSame ? recorded : undefined
}
