import type { Note } from '@ecmr/domain'
import type { EventStore, RecordedEvent } from './port.js'

/** A consignment note as the fold of its stream; null when there is none. */
export async function loadNote(
  _store: Pick<EventStore, 'readStream'>,
  _id: string,
  _options?: { readonly asOf?: string; readonly upToRevision?: number },
): Promise<{ readonly note: Note; readonly events: readonly RecordedEvent[] } | null> {
  throw new Error('not yet')
}
