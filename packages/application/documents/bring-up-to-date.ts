import { actingFor, isOutdated, liveDocuments, mayShowErased } from '@ecmr/domain'
import type { Actor } from '@ecmr/event-store'
import { keysErasedBy } from '@ecmr/personal-data'
import { type IncompleteJointDocument, incompleteJointDocuments } from '@ecmr/read-models'
import { removeDocumentFile } from '../attachments/files-table.js'
import type { Caller } from '../notes/change-note.js'
import type { DocumentUseCases } from './document-cases.js'
import { loadNotes } from './joint-document.js'
import { makeVersion } from './make-version.js'
import { nextVersion } from './plan-version.js'
import { automaticCommand, recordForAll, recordForOthers } from './record-version.js'
import type { LoadedNote } from './version-input.js'

type Known = LoadedNote['note']['documents'][number]

/**
 * Issues the next version of every document of a note that lacks a change and that no other has replaced.
 *
 * @returns how many were issued
 * @throws as `issueDocument`, and when a version could not be recorded
 */
export async function bringUpToDate(
  cases: DocumentUseCases,
  noteId: string,
  companyId: string,
): Promise<number> {
  const caller = callerFor(companyId, noteId)
  const [one] = await known(cases, caller, [noteId])
  if (!one) return 0
  const outdated = liveDocuments(one.note).filter((document) => isOutdated(one.note, document))
  for (const document of outdated) {
    const notes = document.notes
      ? await known(
          cases,
          caller,
          document.notes.map(({ ecmr_id }) => ecmr_id),
        )
      : [one]
    await issueNext(cases, caller, document, notes)
  }
  return outdated.length
}

async function issueNext(
  cases: DocumentUseCases,
  caller: Pick<Caller, 'company' | 'actor' | 'correlationId'>,
  document: Known,
  notes: readonly LoadedNote[],
): Promise<void> {
  const planned = { ...nextVersion(newestOf(notes, document)), automatic: true } as const
  const kept = await makeVersion(cases, planned, notes)
  const commandOf = automaticCommand(planned.documentId, planned.version)
  const { first } = await recordForAll(cases, caller, { kept, notes }, commandOf)
  if (first.outcome !== 'accepted')
    throw new Error(`version ${planned.version} of document ${planned.documentId}: ${first.outcome}`)
}

/**
 * A crash between two notes of a document leaves some without the version that the others have; they get it here. When one of them
 * refuses it, having been erased, all get another version, and the file of one that shows what was erased is removed.
 *
 * @throws when some could not be completed, after all others were
 */
export async function completeJointDocuments(cases: DocumentUseCases): Promise<void> {
  const faults: string[] = []
  for (const incomplete of await incompleteJointDocuments(cases.pool))
    await complete(cases, incomplete).catch((error: Error) => void faults.push(error.message))
  if (faults.length > 0) throw new Error(faults.join('; '))
}

async function complete(
  cases: DocumentUseCases,
  { company_id, document_id, version, ecmr_id }: IncompleteJointDocument,
): Promise<void> {
  const caller = callerFor(company_id, document_id)
  const [one] = await known(cases, caller, [ecmr_id])
  const found = one?.note.documents.find(
    (each) => each.document_id === document_id && each.version === version,
  )
  if (!found) return
  const { issued_at_version: _, erased: _erased, ...document } = found
  const notes = await known(cases, caller, document.notes?.map((note) => note.ecmr_id) ?? [])
  const lacking = notes.filter((each) => lacks(each, found))
  if (lacking.some((each) => refusesAsErased(each, found))) {
    // Before anything that may fail: what it shows is not to stay.
    if (lacking.some((each) => wasErasedSince(each, found)))
      await removeDocumentFile(cases.pool, cases.files.storage, found.sha256)
    await issueNext(cases, caller, found, notes)
    return
  }
  const ids = lacking.map(({ note }) => note.id)
  const refused = await recordForOthers(cases, caller, document, ids, automaticCommand(document_id, version))
  if (refused.length > 0) throw new Error(`notes lack their common document: ${refused.join(', ')}`)
}

function lacks({ note }: LoadedNote, { document_id, version }: Known): boolean {
  return !note.documents.some((one) => one.document_id === document_id && one.version >= version)
}

function refusesAsErased({ note }: LoadedNote, document: Known): boolean {
  const shown = versionShown(note, document)
  return shown !== undefined && mayShowErased(note, shown)
}

function wasErasedSince({ note, events }: LoadedNote, document: Known): boolean {
  const shown = versionShown(note, document) ?? Infinity
  return events.some((event) => event.revision >= shown && keysErasedBy(event, note.id).length > 0)
}

/** The version at which a document for several notes shows one of them. */
function versionShown({ id }: LoadedNote['note'], { notes }: Known): number | undefined {
  return notes?.find(({ ecmr_id }) => ecmr_id === id)?.note_version
}

function callerFor(
  companyId: string,
  correlationId: string,
): Pick<Caller, 'company' | 'actor' | 'correlationId'> {
  const actor: Actor = { kind: 'system', id: 'documents', company_id: companyId }
  return { company: actingFor(companyId), actor, correlationId }
}

async function known(
  cases: DocumentUseCases,
  caller: Pick<Caller, 'company'>,
  ids: readonly string[],
): Promise<readonly LoadedNote[]> {
  const notes = await loadNotes(cases, caller, ids)
  if (Array.isArray(notes)) return notes
  throw new Error(`note ${notes.unknown} of a document is not there`)
}

/** The newest version that any of the notes knows. */
function newestOf(notes: readonly LoadedNote[], { document_id }: Known): Known {
  const versions = notes
    .flatMap(({ note }) => note.documents)
    .filter((one) => one.document_id === document_id)
  return versions.reduce((newest, one) => (one.version > newest.version ? one : newest))
}
