import { addressOf, inspectionLink } from '@ecmr/document-links'
import type { DocumentInput, DocumentNote } from '@ecmr/documents'
import { actingFor, type EcmrEventData, type Note } from '@ecmr/domain'
import type { RecordedEvent } from '@ecmr/event-store'
import { historyEntry } from '@ecmr/read-models'
import { noteIdOf, recordOf } from '../notes/read-note.js'
import type { DocumentUseCases } from './document-cases.js'
import type { PlannedVersion } from './plan-version.js'

/** A note with the events that it was folded from. */
export interface LoadedNote {
  readonly note: Note
  readonly events: readonly RecordedEvent[]
}

/** What is recorded of a version besides the note's own version, which each of its notes has. */
export type MadeVersion = Omit<EcmrEventData['DocumentIssued'], 'note_version' | 'outdated'>

const LONGEST_MS = 30_000

/**
 * Makes the file of a version and keeps it; afterwards it can be recorded. Without that it is in nobody's way: the address serves
 * what is recorded.
 *
 * @throws DocumentRenderingUnavailable, DocumentTooLarge, StorageUnavailable
 */
export async function makeVersion(
  cases: DocumentUseCases,
  planned: PlannedVersion,
  notes: readonly LoadedNote[],
): Promise<MadeVersion> {
  const { pool, files, siteUrl } = cases
  const { documentId, kind, language, version, before, ...more } = planned
  const company = actingFor(ownerOf(notes))
  const link = await inspectionLink(pool, files.box, company, documentId)
  const modified_at = instantOf(cases, planned, notes)
  const created_at = before?.created_at ?? modified_at
  const input: DocumentInput = {
    ...{ kind, language, documentId, version, createdAt: created_at, modifiedAt: modified_at },
    url: addressOf(link, { box: files.box, siteUrl }),
    ...(isPublic(siteUrl) ? {} : { mark: 'test' as const }),
    ...(more.reason !== undefined && { reason: more.reason }),
    ...(more.supersedes !== undefined && { supersedes: more.supersedes }),
    proceduresUrl: proceduresUrl(siteUrl),
    notes: notes.map((note) => stated(note, language, siteUrl)),
  }
  const signal = AbortSignal.timeout(LONGEST_MS)
  const { bytes, template, replacedCharacters } = await files.render(input, { companyId: company, signal })
  const sha256 = await files.storage.put(bytes)
  return {
    ...{ document_id: documentId, kind, language, version, sha256, bytes: bytes.length, template },
    ...{ created_at, modified_at, ...more },
    ...(replacedCharacters.length > 0 && { replaced_characters: [...replacedCharacters] }),
    ...(notes.length > 1 && {
      notes: notes.map(({ note }) => ({ ecmr_id: note.id, note_version: note.version })),
    }),
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

/** Where it is said how the notes are handled (Additional Protocol to the CMR, art. 5). */
export function proceduresUrl(siteUrl: string): string {
  return `${siteUrl}/procedimientos`
}

/** Whether officers can reach it: the law asks for https. Documents of other installations say that they are a test. */
export function isPublic(siteUrl: string): boolean {
  return siteUrl.startsWith('https://')
}

function ownerOf([first]: readonly LoadedNote[]): string {
  if (!first) throw new Error('a document is for one note at least')
  return first.note.company_id
}

/** The present to the second, and never before what the file says or the version that it follows. */
function instantOf(
  { clock = () => new Date() }: DocumentUseCases,
  { before }: PlannedVersion,
  notes: readonly LoadedNote[],
): string {
  const known = [before?.modified_at ?? '', ...notes.map(({ note }) => note.updated_at)]
  return [clock().toISOString(), ...known].map(toTheSecond).reduce((a, b) => (a > b ? a : b))
}

const toTheSecond = (instant: string): string => instant && `${instant.slice(0, 19)}Z`
