import type { DocumentCheckpoint, DocumentInput, DocumentNote } from '@ecmr/documents'
import type { EcmrEventData, Note } from '@ecmr/domain'
import type { RecordedEvent } from '@ecmr/event-store'
import { historyEntry } from '@ecmr/read-models'
import { noteIdOf, recordOf } from '../notes/read-note.js'
import type { DocumentUseCases } from './document-cases.js'

/** A note with the events that it was folded from. */
export interface LoadedNote {
  readonly note: Note
  readonly events: readonly RecordedEvent[]
}

type Issued = EcmrEventData['DocumentIssued']

/** What a version says besides its notes. */
type VersionFacts = Pick<
  Issued,
  | 'document_id'
  | 'kind'
  | 'language'
  | 'version'
  | 'created_at'
  | 'modified_at'
  | 'reason'
  | 'supersedes'
  | 'checkpoint'
>

/** What a version is rendered from. The same version of the same notes gives the same, today and in a year. */
export function versionInput(
  { document_id: documentId, kind, language, version, ...more }: VersionFacts,
  notes: readonly LoadedNote[],
  { url, siteUrl }: { readonly url: string; readonly siteUrl: string },
): DocumentInput {
  return {
    ...{ kind, language, documentId, version, createdAt: more.created_at, modifiedAt: more.modified_at },
    url,
    ...(isPublic(siteUrl) ? {} : { mark: 'test' as const }),
    ...(more.reason !== undefined && { reason: more.reason }),
    ...(more.supersedes !== undefined && { supersedes: more.supersedes }),
    proceduresUrl: proceduresUrl(siteUrl),
    ...(more.checkpoint && { checkpoint: more.checkpoint }),
    notes: notes.map((note) => stated(note, language, siteUrl)),
  }
}

/** A note as it stands in a document. */
export function stated(
  { note, events }: LoadedNote,
  language: DocumentInput['language'],
  siteUrl: string,
): DocumentNote {
  return {
    record: recordOf(note, language === 'es' ? 'es' : 'en', siteUrl),
    history: events.map((event) => historyEntry({ ...event, ecmr_id: noteIdOf(event.stream) })),
    noteVersion: note.version,
  }
}

/** The newest checkpoint of the event log, for the foot of a document. */
export async function statedCheckpoint({
  evidence,
}: Pick<DocumentUseCases, 'evidence'>): Promise<DocumentCheckpoint | undefined> {
  const latest = await evidence?.latest()
  return latest && { size: latest.size, root: latest.root }
}

/** Where it is said how the notes are handled (Additional Protocol to the CMR, art. 5). */
export function proceduresUrl(siteUrl: string): string {
  return `${siteUrl}/procedimientos`
}

/** Whether officers can reach it: the law asks for https. Documents of other installations say that they are a test. */
function isPublic(siteUrl: string): boolean {
  return siteUrl.startsWith('https://')
}
