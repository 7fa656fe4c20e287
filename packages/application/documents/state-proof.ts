import type { DocumentCheckpoint } from '@ecmr/documents'
import { leafOf } from '@ecmr/evidence'
import type { DocumentUseCases } from './document-cases.js'
import type { LoadedNote } from './version-input.js'

/** Documents are promised within seconds; one whose note is not sealed by then goes without. */
const SEALED_WITHIN_MS = 2_000

/**
 * That the log holds the state which a document shows, for attaching to sealed documents. One for several notes shows several states,
 * and has none. It is not the whole proof: everyone with the address of a document can read it, and documents leave personal data out.
 */
export async function stateProof(
  { files, evidence }: Pick<DocumentUseCases, 'files' | 'evidence'>,
  [only, ...more]: readonly LoadedNote[],
): Promise<{ readonly checkpoint: DocumentCheckpoint; readonly proof: string } | undefined> {
  const last = only?.events.at(-1)
  if (!evidence || files.sealHolder === undefined || !last || more.length > 0) return undefined
  const checkpoint = await evidence.covering(leafOf(last), SEALED_WITHIN_MS)
  if (!checkpoint) return undefined
  const { size, root } = checkpoint
  return { checkpoint: { size, root }, proof: await evidence.proofOf(leafOf(last), checkpoint) }
}
