import type { RecordedEvent } from '../port.js'
import { hashAt } from './original-places.js'
import type { StreamHead } from './report.js'

/**
 * Whether an event is what it says it is, and right where it is.
 *
 * @param head where its stream ended before it
 */
export function follows(event: RecordedEvent, head: StreamHead | undefined): boolean {
  if (event.revision !== (head?.revision ?? -1) + 1) return false
  const { prev_hash, hash } = event.metadata
  return prev_hash === (head?.hash ?? null) && hash === hashAt(event, event.revision)
}

/** The end of a stream whose newest event this is. */
export function headOf({ revision, position, metadata }: RecordedEvent): StreamHead {
  return { revision, position, hash: metadata.hash }
}
