import { Readable } from 'node:stream'
import type { DocumentLanguage } from '@ecmr/domain'
import { canonicalEvent, type RecordedEvent } from '@ecmr/event-store'
import type { Checkpoint, Evidence, LeafEvent } from '../evidence.js'
import { leafOf } from '../sealer/read-leaves.js'
import { leafText } from '../tree/hashes.js'
import { type BundleFile, fileOf, inOrder } from './bundle-file.js'
import { manifestText } from './manifest.js'
import { readMe } from './read-me/read-me.js'
import { verifierSource } from './verifier-source.js'
import { zipped, zippedSize } from './zip.js'

/** What a bundle proves. */
export interface BundleContent {
  readonly note: { readonly id: string; readonly number: string; readonly version: number }
  /** of README.txt, which is in English too */
  readonly language: DocumentLanguage
  /** where the keys of the log are published, without a slash at the end */
  readonly siteUrl: string
  /** the note as it stood after the last event */
  readonly record: object
  /** all events of the note up to that one, as recorded */
  readonly events: readonly RecordedEvent[]
  /** personal values of these events in clear, with their salts: see `disclose` in the package personal-data */
  readonly disclosures: readonly object[]
  /** the files of its documents */
  readonly documents: readonly BundleFile[]
  /** the last event of the company that the checkpoint covers */
  readonly company?: LeafEvent
}

/** A bundle that is ready to be sent. */
export interface ProofBundle {
  readonly fileName: string
  /** how many bytes it has */
  readonly size: number
  /** SHA-256 of the signed manifest, hex: two bundles with the same one have the same bytes */
  readonly digest: string
  readonly files: readonly BundleFile[]
  /** Reads every file once, so that what cannot be read is known before the first byte is sent. */
  check(): Promise<void>
  /** The bytes of the archive. The documents are read one by one meanwhile, as fast as they are taken. */
  bytes(): Readable
}

/** Verifiers take no larger ones. */
export const LARGEST_BUNDLE = 500_000_000

/**
 * Puts together what proves the state of a note: it can be verified offline and without us. The same content and checkpoint give the
 * same bytes.
 *
 * @throws NotCovered when the checkpoint does not cover the note's last event
 * @throws RangeError without events
 */
export async function proofBundle(
  evidence: Pick<Evidence, 'proofOf' | 'timestampFor' | 'keys' | 'sign'>,
  checkpoint: Checkpoint,
  content: BundleContent,
): Promise<ProofBundle> {
  const { note, events, company } = content
  const last = events.at(-1)
  if (last === undefined) throw new RangeError('A bundle needs the events of its note.')
  const fileName = `proof-${note.number}.zip`
  const head = leafOf(last)
  const [proven, stated] = [await proofsOf(evidence, checkpoint, { head, company }), statedIn(content)]
  const keys = await evidence.keys()
  const about = {
    ...content,
    fileName,
    checkpoint,
    leaf: leafText(head.stream, head.revision, head.hash),
    key: keys.log.at(-1) ?? '',
  }
  const files = [
    fileOf('README.txt', readMe({ ...about, hasTimestamp: proven.some(isTimestamp) })),
    fileOf('keys.txt', keysText(keys, content.siteUrl)),
    fileOf('verify.mjs', await verifierSource()),
    ...proven,
    ...stated,
  ]
  const subject = { note, head, size: checkpoint.size, ...(company && { company }) }
  const manifest = fileOf('manifest', evidence.sign(manifestText(files, subject)))
  const all = inOrder([...files, manifest])
  return {
    ...{ fileName, size: zippedSize(all), digest: manifest.sha256, files: all },
    async check() {
      for (const { read } of content.documents) await read()
    },
    // Counted in bytes and not in pieces, so that no more than one file is held for a slow client.
    bytes: () => Readable.from(zipped(all), { objectMode: false }),
  }
}

async function proofsOf(
  evidence: Pick<Evidence, 'proofOf' | 'timestampFor'>,
  checkpoint: Checkpoint,
  { head, company }: { readonly head: LeafEvent; readonly company: LeafEvent | undefined },
): Promise<readonly BundleFile[]> {
  const timestamp = await evidence.timestampFor(checkpoint)
  return [
    fileOf('head.tlog-proof', await evidence.proofOf(head, checkpoint)),
    ...(company ? [fileOf('company.tlog-proof', await evidence.proofOf(company, checkpoint))] : []),
    ...(timestamp ? [fileOf(TIMESTAMP, timestamp)] : []),
  ]
}

const TIMESTAMP = 'checkpoint.tsr'
const isTimestamp = ({ name }: BundleFile): boolean => name === TIMESTAMP

function statedIn({ events, disclosures, documents, record }: BundleContent): readonly BundleFile[] {
  return [
    fileOf('events.jsonl', events.map((event) => `${canonicalEvent(event)}\n`).join('')),
    fileOf('disclosures.json', `${JSON.stringify(disclosures, null, 1)}\n`),
    fileOf('note.json', `${JSON.stringify(record, null, 2)}\n`),
    ...documents,
  ]
}

/** The text of `keys.txt`: verifier keys, each on a line. */
export function keysText(
  { log, witnesses }: { readonly log: readonly string[]; readonly witnesses: readonly string[] },
  siteUrl: string,
): string {
  return [
    `# A key that comes with what it verifies proves nothing: get these elsewhere, from ${siteUrl}/.well-known/ecmr-log and from the witnesses.`,
    ...['# Keys of the log, oldest first', ...log],
    ...(witnesses.length > 0 ? ['# Keys of witnesses', ...witnesses] : []),
    '',
  ].join('\n')
}
