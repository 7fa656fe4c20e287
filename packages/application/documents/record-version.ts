import { type EcmrEventData, toEcmrEvent } from '@ecmr/domain'
import { v5 as uuidv5 } from 'uuid'
import { discardFile, forgetFile, type UnrecordedFile } from '../attachments/files-table.js'
import type { Caller, Changed } from '../notes/change-note.js'
import { loadNote } from '../notes/note-history.js'
import type { DocumentUseCases } from './document-cases.js'
import type { KeptVersion } from './make-version.js'
import type { LoadedNote } from './version-input.js'

type Issued = EcmrEventData['DocumentIssued']

/** Records a version in the stream of a note. The same command id records it once. */
export function recordVersion(
  { commands }: Pick<DocumentUseCases, 'commands'>,
  { company, actor, correlationId }: Pick<Caller, 'company' | 'actor' | 'correlationId'>,
  noteId: string,
  { outdated: _, ...document }: Issued,
  commandId: string,
): Promise<Changed> {
  const command = { type: 'issue_document', ...document } as const
  return commands.handle({ id: noteId, company, actor, correlationId, commandId, commands: [command] })
}

/**
 * After a version was to be recorded: its file is no longer named when it was, and is removed when it was not, since nothing leads to
 * it and what it says may be erased later. What fails of this, `keepAttachments` does within the hour.
 */
export async function settleFile(
  cases: Pick<DocumentUseCases, 'pool' | 'store' | 'files'>,
  { file }: Pick<KeptVersion, 'file'>,
  changed: Changed,
): Promise<void> {
  const settled =
    issuedBy(changed)?.sha256 === file.sha256 ? forgetFile(cases.pool, file) : discard(cases, file)
  await settled.catch(() => undefined)
}

/** Another process may have recorded the very same file. */
async function discard(
  { pool, store, files }: Pick<DocumentUseCases, 'pool' | 'store' | 'files'>,
  file: UnrecordedFile,
): Promise<void> {
  const loaded = await loadNote(store, file.ecmr_id)
  const isRecorded = loaded?.note.documents.some(({ sha256 }) => sha256 === file.sha256)
  if (isRecorded) await forgetFile(pool, file)
  else await discardFile(pool, files.storage, file)
}

/**
 * Records a version in the streams of all its notes. The first one decides: what stands there stands in the others too, also when
 * another process was faster. Notes that refuse it, because they were changed beyond it, are left out.
 *
 * @param commandOf the id of the command on each note, so that a repeat records nothing twice
 * @returns what became of the first note, and the notes that refused
 */
export async function recordForAll(
  cases: Pick<DocumentUseCases, 'commands' | 'pool' | 'store' | 'files'>,
  caller: Pick<Caller, 'company' | 'actor' | 'correlationId'>,
  { kept, notes }: { readonly kept: KeptVersion; readonly notes: readonly LoadedNote[] },
  commandOf: (noteId: string) => string,
): Promise<{ readonly first: Changed; readonly refused: readonly string[] }> {
  const [leading, ...others] = notes
  if (!leading) throw new Error('a document is for one note at least')
  const { id } = leading.note
  const document = { ...kept.version, note_version: leading.note.version }
  const first = await recordVersion(cases, caller, id, document, commandOf(id))
  await settleFile(cases, kept, first)
  const recorded = issuedBy(first)
  if (!recorded) return { first, refused: [] }
  const refused = await recordForOthers(
    cases,
    caller,
    recorded,
    others.map(({ note }) => note.id),
    commandOf,
  )
  return { first, refused }
}

/** Records what stands in one note in further ones, and returns those that refused it. */
export async function recordForOthers(
  cases: Pick<DocumentUseCases, 'commands'>,
  caller: Pick<Caller, 'company' | 'actor' | 'correlationId'>,
  recorded: Issued,
  noteIds: readonly string[],
  commandOf: (noteId: string) => string,
): Promise<readonly string[]> {
  const refused: string[] = []
  for (const noteId of noteIds) {
    const of = recorded.notes?.find(({ ecmr_id }) => ecmr_id === noteId)
    if (!of) continue
    const document = { ...recorded, note_version: of.note_version }
    const { outcome } = await recordVersion(cases, caller, noteId, document, commandOf(noteId))
    if (outcome !== 'accepted') refused.push(noteId)
  }
  return refused
}

/** The id of the command that records a version in a note when nobody asked for it. */
export function automaticCommand(documentId: string, version: number): (noteId: string) => string {
  return (noteId) => uuidv5(`${documentId} ${version} ${noteId}`, VERSIONS)
}

const VERSIONS = '5f1c2f0e-8a0d-4c57-9d3b-6f2a8f4f9e11'

/** What a command recorded, now or before. */
export function issuedBy(changed: Changed): Issued | undefined {
  if (changed.outcome !== 'accepted') return undefined
  const events = changed.events.map(toEcmrEvent)
  return events.find((event) => event?.type === 'DocumentIssued')?.data
}
