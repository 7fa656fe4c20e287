import { changesDocuments, type EcmrEvent } from '@ecmr/domain'
import type { RecordedEvent } from '@ecmr/event-store'
import { readEvent } from '../read-event.js'
import type { DocumentsRow, ShownDocument } from './table.js'

/** A note's documents after an event. */
export function applyToDocuments(row: DocumentsRow | undefined, recorded: RecordedEvent): DocumentsRow {
  const { stream, metadata } = recorded
  const before = row ?? {
    ecmr_id: stream.slice('ecmr-'.length),
    company_id: metadata.company_id,
    ecmr_number: metadata.ecmr_number ?? '',
    documents: [],
    joint_at: null,
  }
  const event = readEvent(recorded)
  if (!event) return before
  if (event.type === 'DocumentIssued') {
    const joint_at = event.data.notes ? event.at : before.joint_at
    return { ...before, documents: issued(before.documents, event), joint_at }
  }
  return changesDocuments(event) ? { ...before, documents: outdated(before.documents, event.at) } : before
}

function issued(
  documents: readonly ShownDocument[],
  { at, data }: Extract<EcmrEvent, { type: 'DocumentIssued' }>,
): readonly ShownDocument[] {
  const { document_id, kind, language, version, sha256, bytes, supersedes } = data
  const others = documents
    .filter((document) => document.document_id !== document_id)
    .map((document) =>
      document.document_id === supersedes
        ? { ...document, superseded: true, outdated_since: null }
        : document,
    )
  const shown: ShownDocument = {
    ...{ document_id, kind, language, version, sha256, bytes, superseded: false },
    ...(data.notes && { notes: data.notes.map(({ ecmr_id }) => ecmr_id) }),
    outdated_since: data.outdated ? at : null,
  }
  return [...others, shown]
}

/** A document that has been replaced stays as it is. */
function outdated(documents: readonly ShownDocument[], at: string): readonly ShownDocument[] {
  return documents.map((document) =>
    document.superseded || document.outdated_since !== null ? document : { ...document, outdated_since: at },
  )
}
