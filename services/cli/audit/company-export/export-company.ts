import { canonicalEvent, type EventStore, type Position, type RecordedEvent, START } from '@ecmr/event-store'
import { keysText, type LeafEvent, leafOf } from '@ecmr/evidence'
import { ObjectDamaged, type ObjectStorage } from '@ecmr/storage'
import { issuedDocument } from './exported-event.js'
import { manifestText } from './manifest.js'
import { makeFolder, type NewFolder } from './new-folder.js'
import { type Prover, proofLines } from './proof-lines.js'

export interface ExportOptions {
  readonly store: Pick<EventStore, 'readAll' | 'head'>
  readonly storage: Pick<ObjectStorage, 'get'>
  /** signs the export, and proves that the log holds it; undefined: neither is done */
  readonly prover: Prover | undefined
  readonly company: string
  /** instants, RFC 3339 in UTC: events recorded from the one on, and before the other */
  readonly since: string | undefined
  readonly until: string | undefined
  /** the folder to make */
  readonly out: string
  readonly signal: AbortSignal
  /** called with how many events of the whole log have been read */
  readonly onProgress: (events: number) => void
}

export interface ExportReport {
  readonly events: number
  readonly streams: number
  readonly documents: number
  /** documents that events name and the storage does not hold, or holds damaged */
  readonly absent: readonly string[]
  /** of the tree that the proofs lead to; null: there are none */
  readonly size: number | null
}

/** What is kept in memory of the events that were written: an entry for each stream and each document. */
interface Written {
  readonly ends: Map<string, LeafEvent>
  readonly documents: Set<string>
  events: number
  newest?: LeafEvent
}

const PAGE_SIZE = 1_000

/**
 * Writes what the log holds of one company into a folder: its events as they were recorded, the documents that they name, a proof
 * for the end of each stream, and a signed manifest with the hash of each file. Walks the whole log and no read model, in memory that depends on the number of streams only.
 *
 * @throws CommandFailed when it cannot be written; StoreUnavailable; StorageUnavailable; the signal's reason when it aborts
 */
export function exportCompany(options: ExportOptions): Promise<ExportReport> {
  return makeFolder(options.out, options.signal, async (folder) => {
    const written: Written = { ends: new Map(), documents: new Set(), events: 0 }
    await folder.write('events.jsonl', eventLines(options, written))
    const absent = await writeDocuments(folder, options, written.documents)
    const size = await writeProofs(folder, options, written)
    const { events, ends, documents } = written
    const { company, since, until, prover } = options
    const facts = { company, since, until, events, streams: ends.size, size }
    const text = manifestText({ files: folder.sums, ...facts })
    await folder.write('manifest', [prover ? prover.evidence.sign(text) : text])
    const found = { events, streams: ends.size, documents: documents.size - absent.length, absent }
    return { ...found, size: size ?? null }
  })
}

/** @returns the size of the tree that they lead to; undefined without proofs */
async function writeProofs(
  folder: NewFolder,
  { prover, signal }: ExportOptions,
  { ends, newest }: Written,
): Promise<number | undefined> {
  if (!prover) return undefined
  await folder.write('keys.txt', [keysText(await prover.evidence.keys(), prover.siteUrl)])
  const checkpoint = newest && (await prover.covering(newest))
  if (!checkpoint) return undefined
  await folder.write('proofs.jsonl', proofLines(prover.evidence, checkpoint, ends.values(), signal))
  return checkpoint.size
}

async function* eventLines(options: ExportOptions, written: Written): AsyncGenerator<string> {
  for await (const page of companyPages(options)) {
    for (const event of page) {
      written.newest = leafOf(event)
      written.ends.set(event.stream, written.newest)
      const document = issuedDocument(event)
      if (document) written.documents.add(document)
    }
    written.events += page.length
    yield page.map((event) => `${canonicalEvent(event)}\n`).join('')
  }
}

/** The events of a company, page by page in the order of the log, up to its present end. */
async function* companyPages(options: ExportOptions): AsyncGenerator<readonly RecordedEvent[]> {
  const { store, signal, onProgress } = options
  const end = await store.head()
  let events = 0
  let last: Position = START
  while (last < end) {
    signal.throwIfAborted()
    const page = await store.readAll({ after: last, limit: PAGE_SIZE })
    if (page.length === 0) return
    yield page.filter((event) => event.position <= end && isWanted(event, options))
    last = page.at(-1)?.position ?? end
    events += page.length
    onProgress(events)
  }
}

function isWanted({ metadata }: RecordedEvent, { company, since, until }: ExportOptions): boolean {
  const { company_id, recorded_at } = metadata
  if (company_id !== company || (since !== undefined && recorded_at < since)) return false
  return until === undefined || recorded_at < until
}

async function writeDocuments(
  folder: NewFolder,
  { storage, signal }: ExportOptions,
  documents: ReadonlySet<string>,
): Promise<readonly string[]> {
  const absent: string[] = []
  for (const sha256 of documents) {
    signal.throwIfAborted()
    const bytes = await wholeBytes(storage, sha256)
    if (bytes) await folder.write(`documents/${sha256}.pdf`, [bytes])
    else absent.push(sha256)
  }
  if (absent.length > 0)
    await folder.write('absent-documents.txt', [absent.map((sum) => `${sum}\n`).join('')])
  return absent
}

async function wholeBytes(
  storage: Pick<ObjectStorage, 'get'>,
  sha256: string,
): Promise<Uint8Array | undefined> {
  try {
    return await storage.get(sha256)
  } catch (error) {
    if (error instanceof ObjectDamaged) return undefined
    throw error
  }
}
