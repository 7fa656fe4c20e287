import { hashEvent, type RecordedEvent } from '@ecmr/event-store'
import type { Problem } from './problem.js'

/** Checks the hash chain of one note's stream. */
export function verifyNote(events: readonly RecordedEvent[]): readonly Problem[] {
  return events.flatMap((event, index) => {
    const detail = fault(event, index, events[index - 1])
    if (detail === undefined) return []
    const { stream, revision, position, type, metadata } = event
    return [
      { problem: 'changed', stream, revision, position, type, recorded_at: metadata.recorded_at, detail },
    ]
  })
}

function fault(event: RecordedEvent, index: number, previous: RecordedEvent | undefined): string | undefined {
  const { stream, revision, id, type, data, metadata } = event
  if (revision !== index) return `event ${index} is missing before it`
  if (metadata.prev_hash !== (previous?.metadata.hash ?? null)) {
    return 'it does not follow the event before it: its prev_hash is another'
  }
  const { hash, ...rest } = metadata
  if (hashEvent(stream, revision, { id, type, data, metadata: rest }) !== hash) {
    return 'its content is not what was recorded: its hash is another'
  }
  return undefined
}
