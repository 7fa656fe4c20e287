import { generateKeyPairSync } from 'node:crypto'
import { recordOf } from '@ecmr/application'
import {
  type BundleContent,
  type Checkpoint,
  cosign,
  type Evidence,
  formatCheckpoint,
  formatProof,
  formatSignature,
  formatVerifierKey,
  inclusionProof,
  type LeafEvent,
  leafHash,
  leafText,
  proofBundle,
  type SignatureKind,
  type Signer,
  signNote,
  toBase64,
  verifierKey,
} from '@ecmr/evidence'
import { contentHash, type RecordedEvent, sealEvent } from '@ecmr/event-store'
import { committing, disclosuresIn, noteKeys, sealData } from '@ecmr/personal-data'
import { newKeys } from '../support/memory-keys.js'
import { decide, type EcmrCommand, evolve, type JsonObject, type Note } from '@ecmr/domain'
import { tilesOver, treeHash } from './trees.js'

export const ORIGIN = 'cmr.example/ecmr-log'
const SITE_URL = 'https://cmr.example'

/** A key that signs in tests, with its verifier key. */
export function newSigner(name = ORIGIN, kind?: SignatureKind): Signer & { readonly vkey: string } {
  const { privateKey } = generateKeyPairSync('ed25519')
  return { name, privateKey, vkey: formatVerifierKey(verifierKey(name, privateKey, kind)) }
}

type Told = Pick<BundleContent, 'events' | 'record' | 'note' | 'disclosures'>

/** A note that some commands make, a minute apart, with its events as a log holds them. */
export function told(...commands: readonly EcmrCommand[]): Told {
  const [create] = commands
  const noteId = create?.type === 'create' ? create.id : ''
  const keys = noteKeys(newKeys(noteId))
  const events: RecordedEvent[] = []
  let note: Note | null = null
  for (const [minutes, command] of commands.entries()) {
    const now = new Date(Date.UTC(2026, 10, 20, 8, minutes)).toISOString()
    const decision = decide(note, [command], { now, hash: contentHash, commit: committing(keys) })
    if (!decision.ok) throw new Error(decision.refusal.detail)
    for (const event of decision.events) {
      note = evolve(note, event)
      const place = { stream: `ecmr-${noteId}`, revision: events.length }
      const data = sealData(event.type, { ...event.data }, place, keys)
      events.push(recorded(note, events, { type: event.type, at: event.at, data }))
    }
  }
  if (note === null) throw new Error('a note needs a creation')
  const { id, ecmr_number: number, version } = note
  const disclosures = events.flatMap((event) => disclosuresIn(event, keys))
  // What programs keep with a note is in no bundle.
  const { metadata: _, ...record } = recordOf(note, 'en', SITE_URL)
  return { events, record, note: { id, number, version }, disclosures }
}

function recorded(
  note: Note,
  before: readonly RecordedEvent[],
  { type, at, data }: { readonly type: string; readonly at: string; readonly data: JsonObject },
): RecordedEvent {
  const revision = before.length
  const stream = `ecmr-${note.id}`
  const sealed = sealEvent(stream, revision, {
    id: `0193a1c0-0000-5000-8000-${String(revision).padStart(12, '0')}`,
    type,
    data,
    metadata: {
      $correlationId: 'c',
      $causationId: 'c',
      actor: { kind: 'system', id: 's', name: '', company_id: note.company_id },
      command_id: 'c',
      schema_version: 2,
      recorded_at: at,
      company_id: note.company_id,
      ecmr_number: note.ecmr_number,
      status: note.status,
      prev_hash: before.at(-1)?.metadata.hash ?? null,
    },
  })
  return { ...sealed, stream, revision, position: String(revision) }
}

/** A log that holds some leaves, and what it would say of them. */
export interface TestLog extends Pick<Evidence, 'proofOf' | 'timestampFor' | 'keys' | 'sign'> {
  readonly checkpoint: Checkpoint
}

/** A log with these leaves among others. */
export function logOf(
  leaves: readonly LeafEvent[],
  {
    signer = newSigner(),
    witnesses = [],
    timestamp,
    others = 700,
  }: {
    readonly signer?: ReturnType<typeof newSigner>
    readonly witnesses?: readonly ReturnType<typeof newSigner>[]
    readonly timestamp?: (checkpointText: string) => Uint8Array
    /** how many leaves stand before */
    readonly others?: number
  } = {},
): TestLog {
  const texts = [
    ...Array.from({ length: others }, (_, n) => leafText(`ecmr-other-${n}`, 0, '0'.repeat(64))),
    ...leaves.map(({ stream, revision, hash }) => leafText(stream, revision, hash)),
  ]
  const hashes = texts.map(leafHash)
  const root = treeHash(hashes)
  const at = '2026-11-21T00:00:00Z'
  const text = formatCheckpoint({ origin: signer.name, size: texts.length, root, at })
  const cosignatures = witnesses.map((witness) =>
    formatSignature(cosign(text, Date.parse(at) / 1_000, witness)),
  )
  const note = `${signNote(text, signer)}${cosignatures.join('')}`
  return {
    checkpoint: { size: texts.length, root: toBase64(root), at, note },
    async proofOf({ stream, revision, hash }) {
      const index = texts.indexOf(leafText(stream, revision, hash))
      const path = await inclusionProof(index, texts.length, tilesOver(hashes))
      return formatProof({ index, hashes: path, checkpoint: note })
    },
    timestampFor: async () => timestamp?.(text),
    keys: async () => ({ log: [signer.vkey], witnesses: witnesses.map(({ vkey }) => vkey) }),
    sign: (signed) => signNote(signed, signer),
  }
}

/** The bytes of a bundle. */
export async function bundleOf(log: TestLog, content: Partial<BundleContent> & ReturnType<typeof told>) {
  const bundle = await proofBundle(log, log.checkpoint, {
    language: 'es',
    siteUrl: SITE_URL,
    documents: [],
    ...content,
  })
  const chunks: Uint8Array[] = []
  for await (const chunk of bundle.bytes()) chunks.push(chunk)
  return new Uint8Array(Buffer.concat(chunks))
}
