import { type EventStore, type NewEvent, OutcomeUnknown, type RecordedEvent } from './port.js'

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
