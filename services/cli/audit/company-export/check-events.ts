import { createHash } from 'node:crypto'
import { checkSum } from './check-files.js'
import { type ExportedEvent, hasItsHash, issuedDocument, readEventLine } from './exported-event.js'
import { DoesNotHold } from './findings.js'
import { fileLines } from './lines.js'
import type { Manifest } from './manifest.js'

/** The end of a stream within an export. */
export interface StreamEnd {
  readonly revision: number
  readonly hash: string
}

export interface CheckedEvents {
  readonly ends: ReadonlyMap<string, StreamEnd>
  /** the documents that events name, by their SHA-256 */
  readonly documents: ReadonlySet<string>
}

const NAME = 'events.jsonl'

/**
 * Computes the hash of every event of an export anew, and checks that each goes on from the one before it in its stream. Memory
 * depends on the number of streams and documents only.
 *
 * @throws DoesNotHold naming the first event; the signal's reason when it aborts
 */
export async function checkEvents(
  folder: string,
  manifest: Manifest,
  signal: AbortSignal,
): Promise<CheckedEvents> {
  const ends = new Map<string, StreamEnd>()
  const documents = new Set<string>()
  const sum = createHash('sha256')
  let events = 0
  for await (const line of fileLines(folder, NAME, (bytes) => sum.update(bytes))) {
    signal.throwIfAborted()
    const event = readEventLine(line)
    events++
    const fault = event ? faultOf(event, ends.get(event.stream), manifest) : 'it is not an event'
    if (!event || fault) throw new DoesNotHold(`${NAME}, line ${events}${placeOf(event)}: ${fault}`)
    ends.set(event.stream, { revision: event.revision, hash: event.metadata.hash })
    const document = issuedDocument(event)
    if (document) documents.add(document)
  }
  checkSum(NAME, sum.digest('hex'), manifest.files)
  checkCount('events', events, manifest.events)
  checkCount('streams', ends.size, manifest.streams)
  return { ends, documents }
}

/** What is wrong with an event, given the end of its stream before it. */
function faultOf(
  event: ExportedEvent,
  end: StreamEnd | undefined,
  { company, since, until }: Manifest,
): string | undefined {
  const { revision, metadata } = event
  const { recorded_at, company_id, prev_hash } = metadata
  if (!hasItsHash(event)) return 'its content does not match its hash'
  if (company_id !== company) return `it is of another company (${company_id})`
  if (since !== undefined && recorded_at < since) return `it was recorded before ${since}`
  if (until !== undefined && recorded_at >= until) return `it was not recorded before ${until}`
  if (end) {
    if (revision !== end.revision + 1) return `event ${end.revision + 1} of its stream is expected here`
    return prev_hash === end.hash ? undefined : 'it does not continue the event before it'
  }
  // What was recorded before the time that was asked for is not in the export.
  if (revision > 0 && since === undefined) return 'the events of its stream before it are missing'
  return (revision === 0) === (prev_hash === null) ? undefined : 'it does not continue the event before it'
}

function placeOf(event: ExportedEvent | undefined): string {
  return event ? ` (event ${event.revision} of ${event.stream}, ${event.type})` : ''
}

function checkCount(what: string, found: number, named: number): void {
  if (found !== named) throw new DoesNotHold(`${NAME} holds ${found} ${what}; the manifest says ${named}`)
}
