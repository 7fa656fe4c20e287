import { toBase64, type VerifierKey } from '@ecmr/evidence'
import { type CheckedEvents, checkEvents } from './check-events.js'
import { checkFile, checkNames, keysWithin, openManifest } from './check-files.js'
import { checkProofs } from './check-proofs.js'
import { fileFault } from './file-fault.js'
import { CannotRead, DoesNotHold } from './findings.js'
import { fileLines } from './lines.js'
import type { Manifest } from './manifest.js'

/** What an export that holds is about. */
export interface CheckedExport {
  readonly ok: true
  readonly company: string
  readonly since: string | null
  readonly until: string | null
  readonly events: number
  readonly streams: number
  readonly documents: number
  /** documents that were not kept any more when it was made */
  readonly absent: number
  /** keys that have signed it; empty when none has */
  readonly signed_by: readonly string[]
  /** the tree that holds the end of each stream; null when there are no proofs */
  readonly tree: { readonly size: number; readonly root: string; readonly at: string | null } | null
  /** whether the keys are those that came with it */
  readonly own_keys: boolean
}

/** Whose signatures are asked for. */
export interface CheckOptions {
  /** keys of the log; those that come with the export when there are none */
  readonly keys: readonly VerifierKey[]
  /** who must have cosigned */
  readonly witnesses: readonly VerifierKey[]
  readonly signal: AbortSignal
}

const DOCUMENT = /^documents\/([0-9a-f]{64})\.pdf$/
const ABSENT = 'absent-documents.txt'

/**
 * Checks an export offline: that it is whole and signed, that every event has its hash and continues its stream, that the documents are
 * those which events name, and that the log's tree holds the end of each stream.
 *
 * @throws DoesNotHold; CannotRead; the signal's reason when it aborts
 */
export async function checkExport(folder: string, options: CheckOptions): Promise<CheckedExport> {
  try {
    return await check(folder, options)
  } catch (error) {
    if (fileFault(error) === undefined) throw error
    throw new CannotRead(`${folder} cannot be read`, { cause: error })
  }
}

async function check(folder: string, { keys, witnesses, signal }: CheckOptions): Promise<CheckedExport> {
  const known = { log: keys.length > 0 ? keys : await keysWithin(folder), witnesses }
  const manifest = await openManifest(folder, known.log)
  const { company, since = null, until = null, events, streams, signedBy } = manifest
  if (keys.length > 0 && signedBy.length === 0) throw new DoesNotHold('it is not signed')
  await checkNames(folder, manifest)
  const checked = await checkEvents(folder, manifest, signal)
  for (const name of manifest.files.keys()) {
    signal.throwIfAborted()
    if (name !== 'events.jsonl') await checkFile(folder, manifest, name)
  }
  const absent = await checkDocuments(folder, manifest, checked)
  const tree = await checkProofs(folder, manifest, checked.ends, known)
  const found = { events, streams, documents: checked.documents.size - absent, absent }
  return {
    ok: true,
    company,
    since,
    until,
    ...found,
    signed_by: signedBy,
    tree: tree ? { size: tree.size, root: toBase64(tree.root), at: tree.at ?? null } : null,
    own_keys: keys.length === 0,
  }
}

/** Every document that an event names is there, or said to be absent; and no other is. */
async function checkDocuments(
  folder: string,
  { files }: Manifest,
  { documents }: CheckedEvents,
): Promise<number> {
  const missing = new Set(documents)
  for (const [name, sum] of files) {
    const [, sha256] = DOCUMENT.exec(name) ?? []
    if (sha256 === undefined) continue
    if (sum !== sha256) throw new DoesNotHold(`${name} has the SHA-256 ${sum}`)
    if (!missing.delete(sha256)) throw new DoesNotHold(`no event names the document ${name}`)
  }
  let absent = 0
  for await (const sha256 of files.has(ABSENT) ? fileLines(folder, ABSENT) : []) {
    if (!missing.delete(sha256)) throw new DoesNotHold(`${ABSENT} names what is no absent document`)
    absent++
  }
  for (const sha256 of missing)
    throw new DoesNotHold(`the document ${sha256}, which an event names, is not there`)
  return absent
}
