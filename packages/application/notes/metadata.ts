import {
  currentDocument,
  type EcmrEvent,
  evolve,
  type JsonObject,
  type Note,
  noteStream,
  SCHEMA_VERSION,
} from '@ecmr/domain'
import { type Actor, type CurrentDocument, type NewEvent, sealEvent } from '@ecmr/event-store'
import { v5 as uuidv5 } from 'uuid'
import type { NoteHistory } from './note-history.js'

/** Where events come from. */
export interface Origin {
  /** the note's id */
  readonly id: string
  readonly company: string
  /** UUID */
  readonly commandId: string
  readonly actor: Actor
  readonly correlationId: string
}

/**
 * The events of one command, ready to be appended after a history: with ids that a repeat of the command yields again,
 * with the note's number, status and current document after each event, and each carrying the hash of the one before.
 */
export function toNewEvents(
  origin: Origin,
  history: NoteHistory,
  decided: readonly EcmrEvent[],
): readonly NewEvent[] {
  const stream = noteStream(origin.id)
  let { note, hash } = history
  return decided.map((event, index) => {
    note = evolve(note, event)
    const sealed = sealEvent(stream, history.revision + 1 + index, {
      id: uuidv5(String(index), origin.commandId),
      type: event.type,
      data: asJson(event.data),
      metadata: {
        $correlationId: origin.correlationId,
        $causationId: origin.commandId,
        actor: origin.actor,
        command_id: origin.commandId,
        schema_version: SCHEMA_VERSION,
        recorded_at: event.at,
        company_id: origin.company,
        ecmr_number: note.ecmr_number,
        status: note.status,
        ...documentOf(note),
        prev_hash: hash,
      },
    })
    hash = sealed.metadata.hash
    return sealed
  })
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
