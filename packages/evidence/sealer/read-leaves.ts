import type { EventStore, RecordedEvent } from '@ecmr/event-store'
import type { LeafEvent } from '../evidence.js'

/**
 * What the tree takes of the next events of the log, in order; empty only at its end. A store that can reads no more than
 * that of an event.
 *
 * @throws StoreUnavailable
 */
export async function readLeaves(
  store: Pick<EventStore, 'readAll' | 'readHashes'>,
  options: { readonly after: string; readonly limit: number },
): Promise<readonly LeafEvent[]> {
  if (store.readHashes) return store.readHashes(options)
  return (await store.readAll(options)).map(leafOf)
}

/** An event as a leaf of the tree. */
export function leafOf({ stream, revision, position, metadata }: RecordedEvent): LeafEvent {
  return { stream, revision, position, hash: metadata.hash }
}
