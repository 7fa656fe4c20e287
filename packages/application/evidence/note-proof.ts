import type { EcmrRecord } from '@ecmr/contract'
import type { DocumentLanguage } from '@ecmr/documents'
import { type Access, isMetadata, isOwnMatter, type Note, noteStream } from '@ecmr/domain'
import type { EventStore, RecordedEvent } from '@ecmr/event-store'
import {
  type BundleFile,
  type Checkpoint,
  type Evidence,
  EvidenceOff,
  LARGEST_BUNDLE,
  type LeafEvent,
  leafOf,
  NotCovered,
  type ProofBundle,
  proofBundle,
} from '@ecmr/evidence'
import { type Disclosure, disclose, type Keyring } from '@ecmr/personal-data'
import { ObjectDamaged, type ObjectStorage } from '@ecmr/storage'
import { recordOf } from '../notes/read-note.js'

/** What proofs of notes are made with. */
export interface ProofCases {
  /** absent: it is off */
  readonly evidence?: Evidence
  /** the events as they were recorded */
  readonly recorded: Pick<EventStore, 'readStream' | 'readStreamEnd'>
  /** the keys of personal values */
  readonly dataKeys: Pick<Keyring, 'find'>
  readonly files: { readonly storage: Pick<ObjectStorage, 'get' | 'head'> }
  readonly siteUrl: string
}

export type NoteProof =
  | { readonly outcome: 'proved'; readonly bundle: ProofBundle }
  /** the note's last event is not in the tree yet */
  | { readonly outcome: 'not_sealed' }
  /** no verifier would take it */
  | { readonly outcome: 'too_large'; readonly bytes: number }

/** An event is sealed within 2 s; a request waits for it. */
const SEALED_WITHIN_MS = 5_000

/**
 * What proves a note at the version that it stands at. Its documents are read when the bundle is sent, see `ProofBundle.check`.
 *
 * @param found as `readNote` gives it, now or as of an instant
 * @throws EvidenceOff, StoreUnavailable
 */
export async function proveNote(
  cases: ProofCases,
  { note, access }: { readonly note: Note; readonly access: Access },
  language: DocumentLanguage,
): Promise<NoteProof> {
  const { evidence, recorded, dataKeys, siteUrl } = cases
  if (!evidence) throw new EvidenceOff('EVIDENCE_KEY_FILE is not set')
  const stream = await recorded.readStream(noteStream(note.id))
  const events = stream.slice(0, note.version)
  const last = events.at(-1)
  if (last === undefined) throw new Error(`the log does not hold note ${note.id}`)
  const checkpoint = await evidence.covering(leafOf(last), SEALED_WITHIN_MS)
  if (!checkpoint) return { outcome: 'not_sealed' }
  const company = await lastCovered({ evidence, recorded }, `company-${note.company_id}`, checkpoint)
  const bundle = await proofBundle(evidence, checkpoint, {
    note: { id: note.id, number: note.ecmr_number, version: note.version },
    ...{ language, siteUrl, events, documents: await filesOf(cases, note, erasedAt(stream)) },
    disclosures: shownTo(access, events, await disclose(stream, dataKeys)),
    record: withoutMetadata(recordOf(note, language === 'es' ? 'es' : 'en', siteUrl)),
    ...(company && { company }),
  })
  const { size: bytes } = bundle
  return bytes > LARGEST_BUNDLE ? { outcome: 'too_large', bytes } : { outcome: 'proved', bundle }
}

/** Of the events that are shown. What a company's programs keep is in no proof; whom it asked to sign is in its own only. */
function shownTo(
  { kind }: Access,
  events: readonly RecordedEvent[],
  disclosures: readonly Disclosure[],
): readonly Disclosure[] {
  return disclosures.filter(({ member, revision }) => {
    const event = events[revision]
    return event && !isMetadata(member) && (kind === 'own' || !isOwnMatter(event.type, member))
  })
}

/** Proofs are for the other parties; what a company's programs keep is not. */
function withoutMetadata({ metadata: _, ...record }: EcmrRecord) {
  return record
}

/** The newest event of a stream that a checkpoint covers. */
async function lastCovered(
  { evidence, recorded }: { readonly evidence: Evidence } & Pick<ProofCases, 'recorded'>,
  stream: string,
  checkpoint: Checkpoint,
): Promise<LeafEvent | undefined> {
  let before: number | undefined
  while (before !== 0) {
    const [event] = await recorded.readStreamEnd(stream, {
      limit: 1,
      ...(before !== undefined && { before }),
    })
    if (!event) return undefined
    if (await isCovered(evidence, leafOf(event), checkpoint)) return leafOf(event)
    before = event.revision
  }
  return undefined
}

async function isCovered(evidence: Evidence, event: LeafEvent, checkpoint: Checkpoint): Promise<boolean> {
  try {
    await evidence.proofOf(event, checkpoint)
    return true
  } catch (error) {
    if (error instanceof NotCovered) return false
    throw error
  }
}

/** The version of a note with which personal values went; 0 when none did. Files from before may have gone with them. */
function erasedAt(stream: readonly RecordedEvent[]): number {
  return stream.findLastIndex(({ type, data }) => type === 'PersonalDataErased' && data.due === undefined) + 1
}

/** The files of a note's documents, each once: a version that repeats another one's bytes has its file. */
async function filesOf(
  { files }: Pick<ProofCases, 'files'>,
  { documents }: Note,
  erasedAtVersion: number,
): Promise<readonly BundleFile[]> {
  const issued = new Map(documents.map((document) => [document.sha256, document]))
  const kept: BundleFile[] = []
  for (const { sha256, bytes, issued_at_version } of issued.values())
    if (issued_at_version > erasedAtVersion || (await files.storage.head(sha256)))
      kept.push(storedFile(files.storage, sha256, bytes))
  return kept
}

function storedFile(storage: Pick<ObjectStorage, 'get'>, sha256: string, size: number): BundleFile {
  return {
    name: `documents/${sha256}.pdf`,
    ...{ sha256, size },
    async read() {
      const bytes = await storage.get(sha256)
      if (bytes?.length === size) return bytes
      throw new ObjectDamaged(sha256, bytes ? `it has ${bytes.length} bytes` : 'it is not there')
    },
  }
}
