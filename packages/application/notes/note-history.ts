import { type Note, noteStream, replay, upcastEvent } from '@ecmr/domain'
import {
  type EventStore,
  type NewEvent,
  type Position,
  type RecordedEvent,
  START,
  sizeOf,
} from '@ecmr/event-store'
import { keysErasedBy } from '@ecmr/personal-data'

/** A note with the events that it was folded from. */
export interface LoadedNote {
  readonly note: Note
  readonly events: readonly RecordedEvent[]
}

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
): Promise<LoadedNote | null> {
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

/** What deciding on a consignment note and appending to its stream take: the state after its newest event. */
export interface NoteHistory {
  readonly note: Note | null
  /** the company that the stream belongs to; null when there is no stream */
  readonly owner: string | null
  /** of the newest event; -1 when there is none */
  readonly revision: number
  readonly position: Position
  readonly hash: string | null
  /** about what the events take, as JSON: sealed values are some longer than the same in clear */
  readonly bytes: number
  /** ids of the commands that the events came from */
  readonly commands: ReadonlySet<string>
  /** types of events that this version does not know */
  readonly unknown: readonly string[]
  /** names of the data keys that its erasures destroy */
  readonly erasedKeys: readonly string[]
}

/** Before the first event. */
export const NO_HISTORY: NoteHistory = {
  note: null,
  owner: null,
  revision: -1,
  position: START,
  hash: null,
  bytes: 0,
  commands: new Set(),
  unknown: [],
  erasedKeys: [],
}

/** A history just read, with the events themselves. */
export interface ReadHistory extends NoteHistory {
  readonly events: readonly RecordedEvent[]
}

/** Reads a note's whole stream. */
export async function readHistory(store: Pick<EventStore, 'readStream'>, id: string): Promise<ReadHistory> {
  const events = (await store.readStream(noteStream(id))).map(upcastEvent)
  const newest = events.at(-1)
  return {
    ...replay(events),
    owner: newest?.metadata.company_id ?? null,
    revision: newest?.revision ?? -1,
    position: newest?.position ?? START,
    hash: newest?.metadata.hash ?? null,
    bytes: bytesOf(events),
    commands: new Set(events.map((event) => event.metadata.command_id)),
    erasedKeys: events.flatMap((event) => keysErasedBy(event, id)),
    events,
  }
}

/** The history after an append. */
export function extended(
  history: NoteHistory,
  note: Note,
  appended: readonly NewEvent[],
  position: Position,
): NoteHistory {
  const commands = new Set(history.commands)
  for (const { metadata } of appended) commands.add(metadata.command_id)
  return {
    note,
    owner: note.company_id,
    revision: history.revision + appended.length,
    position,
    hash: appended.at(-1)?.metadata.hash ?? history.hash,
    bytes: history.bytes + bytesOf(appended),
    commands,
    unknown: [],
    erasedKeys: [...history.erasedKeys, ...appended.flatMap((event) => keysErasedBy(event, note.id))],
  }
}

function bytesOf(events: readonly NewEvent[]): number {
  return events.reduce((sum, event) => sum + sizeOf(event), 0)
}
