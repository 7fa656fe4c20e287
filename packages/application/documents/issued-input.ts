import { inspectionLinks } from '@ecmr/document-links'
import type { DocumentInput } from '@ecmr/documents'
import { actingFor, type EcmrEventData } from '@ecmr/domain'
import { loadNote } from '../notes/note-history.js'
import type { DocumentUseCases } from './document-cases.js'
import { type DocumentAddresses, urlOf } from './document-entries.js'
import { type LoadedNote, versionInput } from './version-input.js'

type Issued = EcmrEventData['DocumentIssued']

/** What a version was rendered from, or why that cannot be said any more. */
export type IssuedInput =
  | { readonly outcome: 'found'; readonly input: DocumentInput }
  /** `no_token`: the token of its address was encrypted with another key */
  | { readonly outcome: 'no_note' | 'no_link' | 'no_token' }

/**
 * What a version was rendered from when it was issued, put together again from the event log.
 *
 * @param cases.siteUrl as it was then
 * @param ecmrId the note in whose stream its issue is recorded
 * @throws StoreUnavailable
 */
export async function issuedInput(
  cases: DocumentAddresses & Pick<DocumentUseCases, 'store'>,
  ecmrId: string,
  issued: Issued,
): Promise<IssuedInput> {
  const notes = await notesAsIssued(cases, ecmrId, issued)
  const [first] = notes ?? []
  if (!notes || !first) return { outcome: 'no_note' }
  const links = await inspectionLinks(cases.pool, actingFor(first.note.company_id), [issued.document_id])
  const link = links.get(issued.document_id)
  if (!link) return { outcome: 'no_link' }
  const url = urlOf(cases, link)
  if (url === null) return { outcome: 'no_token' }
  return { outcome: 'found', input: versionInput(issued, notes, { url, siteUrl: cases.siteUrl }) }
}

async function notesAsIssued(
  { store }: Pick<DocumentUseCases, 'store'>,
  ecmrId: string,
  { notes, note_version }: Issued,
): Promise<readonly LoadedNote[] | undefined> {
  const loaded: LoadedNote[] = []
  for (const stated of notes ?? [{ ecmr_id: ecmrId, note_version }]) {
    const one = await loadNote(store, stated.ecmr_id, { upToRevision: stated.note_version - 1 })
    if (one?.note.version !== stated.note_version) return undefined
    loaded.push(one)
  }
  return loaded
}
