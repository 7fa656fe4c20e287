import { addressOf, inspectionLink } from '@ecmr/document-links'
import { actingFor, type EcmrEventData } from '@ecmr/domain'
import { StoreUnavailable } from '@ecmr/event-store'
import { objectKey } from '@ecmr/storage'
import { v7 as uuidv7 } from 'uuid'
import { isNamed, nameDocumentFile, type UnrecordedFile } from '../attachments/files-table.js'
import type { DocumentUseCases } from './document-cases.js'
import type { PlannedVersion } from './plan-version.js'
import { stateProof } from './state-proof.js'
import { type LoadedNote, statedCheckpoint, versionInput } from './version-input.js'

/** What is recorded of a version besides the note's own version, which each of its notes has. */
export type MadeVersion = Omit<EcmrEventData['DocumentIssued'], 'note_version' | 'outdated'>

/** A version whose file is kept, and named until it is recorded. */
export interface KeptVersion {
  readonly version: MadeVersion
  readonly file: UnrecordedFile
}

const LONGEST_MS = 30_000

/**
 * Makes the file of a version and keeps it; afterwards it can be recorded in the first note, and `settleFile` is told what came of it.
 * Otherwise it is removed within the hour. The address serves what is recorded.
 *
 * @throws DocumentRenderingUnavailable, DocumentTooLarge, StorageUnavailable, StoreUnavailable
 */
export async function makeVersion(
  cases: DocumentUseCases,
  planned: PlannedVersion,
  notes: readonly LoadedNote[],
): Promise<KeptVersion> {
  const { pool, files, siteUrl } = cases
  const { documentId: document_id, before, ...more } = planned
  const { id: ecmr_id, company_id } = firstOf(notes).note
  const company = actingFor(company_id)
  const link = await inspectionLink(pool, files.box, company, document_id)
  const modified_at = instantOf(cases, planned, notes)
  const proven = await stateProof(cases, notes)
  const checkpoint = proven?.checkpoint ?? (await statedCheckpoint(cases))
  const facts = {
    ...{ document_id, ...more, created_at: before?.created_at ?? modified_at, modified_at },
    ...(checkpoint && { checkpoint }),
  }
  const input = {
    ...versionInput(facts, notes, { url: addressOf(link, { box: files.box, siteUrl }), siteUrl }),
    ...(proven && { proof: proven.proof }),
  }
  const signal = AbortSignal.timeout(LONGEST_MS)
  const { bytes, template, replacedCharacters } = await files.render(input, { companyId: company, signal })
  const sha256 = objectKey(bytes)
  const file = { attachment_id: uuidv7(), document_id, sha256, ecmr_id, company_id }
  await keepFile(cases, file, bytes)
  const version = {
    ...facts,
    ...{ sha256, bytes: bytes.length, template },
    ...(replacedCharacters.length > 0 && { replaced_characters: [...replacedCharacters] }),
    ...(notes.length > 1 && {
      notes: notes.map(({ note }) => ({ ecmr_id: note.id, note_version: note.version })),
    }),
  }
  return { version, file }
}

async function keepFile(
  { pool, files: { storage } }: DocumentUseCases,
  file: UnrecordedFile,
  bytes: Uint8Array,
): Promise<void> {
  await nameDocumentFile(pool, file)
  await storage.put(bytes, file.sha256)
  if (await isNamed(pool, file.attachment_id)) return
  // It may have been kept just after it was removed: it is looked at once more.
  await nameDocumentFile(pool, file)
  throw new StoreUnavailable('keeping the file of a document took so long that it was given up')
}

function firstOf([first]: readonly LoadedNote[]): LoadedNote {
  if (!first) throw new Error('a document is for one note at least')
  return first
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
