import { randomUUID } from 'node:crypto'
import {
  currentDocument,
  type EcmrEvent,
  evolve,
  type JsonObject,
  type Note,
  noteStream,
  type PersonalCategory,
  SCHEMA_VERSION,
  sharedWith,
} from '@ecmr/domain'
import { type Actor, type CurrentDocument, type NewEvent, sealEvent } from '@ecmr/event-store'
import { categoriesIn, type NoteKeys, sealData } from '@ecmr/personal-data'
import type { NoteHistory } from './note-history.js'

/** Where events come from. */
export interface Origin {
  /** the note's id */
  readonly id: string
  /** that acts; the stream belongs to the one that created the note */
  readonly company: string
  /** UUID */
  readonly commandId: string
  readonly actor: Actor
  readonly correlationId: string
  /** of the span of the append (W3C Trace Context); undefined: it is not traced */
  readonly traceparent?: string | undefined
}

/** The events of one command, as the log takes them and as everything else reads them. */
export interface EventsOfCommand {
  /** with personal values sealed */
  readonly sealed: readonly NewEvent[]
  /** the same with personal values in clear */
  readonly clear: readonly NewEvent[]
}

/**
 * The events of one command, ready to be appended after a history: with the note's number, status and current document
 * after each event, and each carrying the hash of the one before.
 *
 * Each call makes new ids, so an event that is on record under one of them is byte for byte the one that was made here.
 * A repeat of the command is recognised by its `command_id`.
 *
 * @param keys see `sealData`
 */
export function toNewEvents(
  origin: Origin,
  history: NoteHistory,
  decided: readonly EcmrEvent[],
  keys: NoteKeys,
): EventsOfCommand {
  const stream = noteStream(origin.id)
  let { note, hash } = history
  const { traceparent } = origin
  const clear: NewEvent[] = []
  const sealed = decided.map((event, index) => {
    const before = note
    note = evolve(note, event)
    const revision = history.revision + 1 + index
    const data = asJson(event.data)
    const one = sealEvent(stream, revision, {
      id: randomUUID(),
      type: event.type,
      data: sealData(event.type, data, { stream, revision }, keys),
      metadata: {
        $correlationId: origin.correlationId,
        $causationId: origin.commandId,
        actor: origin.actor,
        command_id: origin.commandId,
        schema_version: SCHEMA_VERSION,
        recorded_at: event.at,
        company_id: history.owner ?? origin.company,
        ecmr_number: note.ecmr_number,
        status: note.status,
        ...documentOf(note),
        ...audienceOf(before, note),
        ...(traceparent !== undefined && { traceparent }),
        prev_hash: hash,
      },
    })
    hash = one.metadata.hash
    clear.push({ ...one, data })
    return one
  })
  return { sealed, clear }
}

/** The categories of personal values in what was decided. */
export function categoriesOf(decided: readonly EcmrEvent[]): readonly PersonalCategory[] {
  return [...new Set(decided.flatMap(({ type, data }) => [...categoriesIn(type, asJson(data))]))]
}

/** The companies that a note is shared with as an event is recorded; the one that a share is taken from hears of that, too. */
function audienceOf(before: Note | null, after: Note): { readonly shared_with?: readonly string[] } {
  const companies = new Set([...(before ? sharedWith(before) : []), ...sharedWith(after)])
  return companies.size === 0 ? {} : { shared_with: [...companies].sort() }
}

function documentOf(note: Note): { readonly document?: CurrentDocument } {
  const current = currentDocument(note)
  if (!current) return {}
  const { document_id, kind, version, sha256 } = current
  return { document: { document_id, kind, version, sha256 } }
}

/** Event data has no index signature, as JsonObject does, but it is JSON. */
function asJson(data: EcmrEvent['data']): JsonObject {
  return { ...data }
}
