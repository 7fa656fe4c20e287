import { type Note, noteStream, replay, upcastEvent } from '@ecmr/domain'
import type { EventStore, RecordedEvent } from '@ecmr/event-store'

/**
 * A consignment note as the fold of its stream, with the events it was folded from; null when there is none.
 *
 * Events of types that this version does not know count in the note's version and change nothing else.
 *
 * @param options.asOf only events recorded until this instant (RFC 3339, UTC, milliseconds)
 * @param options.upToRevision only events until this revision
 * @throws StoreUnavailable
 * @example
 * const found = await loadNote(store, id, { asOf: '2026-11-03T08:00:00.000Z' })
 */
export async function loadNote(
  store: Pick<EventStore, 'readStream'>,
  id: string,
  options: { readonly asOf?: string; readonly upToRevision?: number } = {},
): Promise<{ readonly note: Note; readonly events: readonly RecordedEvent[] } | null> {
  const { asOf, upToRevision = Number.POSITIVE_INFINITY } = options
  const recorded = await store.readStream(noteStream(id))
  const events = recorded
    .map(upcastEvent)
    .filter(
      ({ revision, metadata }) =>
        revision <= upToRevision && (asOf === undefined || metadata.recorded_at <= asOf),
    )
  const { note } = replay(events)
  return note && { note, events }
}
