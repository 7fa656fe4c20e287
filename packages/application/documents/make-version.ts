import { addressOf, inspectionLink } from '@ecmr/document-links'
import { actingFor, type EcmrEventData } from '@ecmr/domain'
import type { DocumentUseCases } from './document-cases.js'
import type { PlannedVersion } from './plan-version.js'
import { stateProof } from './state-proof.js'
import { type LoadedNote, statedCheckpoint, versionInput } from './version-input.js'

/** What is recorded of a version besides the note's own version, which each of its notes has. */
export type MadeVersion = Omit<EcmrEventData['DocumentIssued'], 'note_version' | 'outdated'>

const LONGEST_MS = 30_000

/**
 * Makes the file of a version and keeps it; afterwards it can be recorded, or is removed by `discardUnrecorded`. The address serves
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
  const { documentId: document_id, before, ...more } = planned
  const company = actingFor(ownerOf(notes))
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
  const sha256 = await files.storage.put(bytes)
  return {
    ...facts,
    ...{ sha256, bytes: bytes.length, template },
    ...(replacedCharacters.length > 0 && { replaced_characters: [...replacedCharacters] }),
    ...(notes.length > 1 && {
      notes: notes.map(({ note }) => ({ ecmr_id: note.id, note_version: note.version })),
    }),
  }
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
