import type { DocumentEntry } from '@ecmr/contract'
import {
  addressOf,
  counterpartyLinks,
  type DocumentLink,
  inspectionLinks,
  isOpen,
} from '@ecmr/document-links'
import { actingFor, currentDocument, type IssuedDocument, liveDocuments, type Note } from '@ecmr/domain'
import type { Pool } from 'pg'
import type { DocumentFiles } from './document-cases.js'

/** What the addresses of documents are found and written with. */
export interface DocumentAddresses {
  readonly pool: Pool
  readonly files: Pick<DocumentFiles, 'box'>
  readonly siteUrl: string
}

/** When something is to be seen: as it was at this instant (RFC 3339, UTC, milliseconds); now when absent. */
interface Moment {
  readonly asOf?: string
}

/** Every issued version of a note's documents, newest first. With `asOf`, of the note as it was then. */
export async function documentEntries(
  cases: DocumentAddresses,
  note: Note,
  moment: Moment = {},
): Promise<readonly DocumentEntry[]> {
  const links = await linksOf(cases, note, note.documents)
  const live = new Set(liveDocuments(note))
  return note.documents
    .map((document, index) => {
      const link = links.get(document.document_id)
      const status = statusOf(live.has(document), link, moment)
      return entryOf(cases, note, { document, n: index + 1, status }, link)
    })
    .reverse()
}

/** One issued version. */
export async function documentEntry(
  cases: DocumentAddresses,
  note: Note,
  n: number,
  moment: Moment = {},
): Promise<DocumentEntry | undefined> {
  const document = note.documents[n - 1]
  if (!document) return undefined
  const link = (await linksOf(cases, note, [document])).get(document.document_id)
  const status = statusOf(liveDocuments(note).includes(document), link, moment)
  return entryOf(cases, note, { document, n, status }, link)
}

/** The public address of a note's current document; null before one is issued. */
export async function documentUrlOf(cases: DocumentAddresses, note: Note): Promise<string | null> {
  const current = currentDocument(note)
  if (!current) return null
  const links = await linksOf(cases, note, [current])
  return urlOf(cases, links.get(current.document_id))
}

/** The addresses for the other party that lead to a note's document, newest first; null: this one cannot be shown. */
export async function counterpartyUrls(
  cases: DocumentAddresses & { readonly clock?: () => Date },
  { company_id }: Pick<Note, 'company_id'>,
  { document_id }: Pick<IssuedDocument, 'document_id'>,
): Promise<readonly (string | null)[]> {
  const links = await counterpartyLinks(cases.pool, actingFor(company_id), document_id)
  const now = (cases.clock ?? (() => new Date()))()
  return links.filter((link) => isOpen(link, now)).map((link) => urlOf(cases, link))
}

function linksOf(
  { pool }: DocumentAddresses,
  { company_id }: Note,
  documents: readonly IssuedDocument[],
): Promise<ReadonlyMap<string, DocumentLink>> {
  const ids = [...new Set(documents.map(({ document_id }) => document_id))]
  return inspectionLinks(pool, actingFor(company_id), ids)
}

function statusOf(
  isLive: boolean,
  link: DocumentLink | undefined,
  { asOf }: Moment,
): DocumentEntry['status'] {
  if (!isLive) return 'superseded'
  const closed = link?.closed_at?.toISOString()
  return closed !== undefined && (asOf === undefined || closed <= asOf) ? 'closed' : 'current'
}

function entryOf(
  cases: DocumentAddresses,
  note: Note,
  { document, n, status }: Pick<DocumentEntry, 'n' | 'status'> & { readonly document: IssuedDocument },
  link: DocumentLink | undefined,
): DocumentEntry {
  const { document_id, kind, language, version, note_version, sha256, bytes } = document
  const { created_at, modified_at, reason, supersedes, replaced_characters = [], notes } = document
  return {
    ...{ n, document_id, kind, language, version, note_version, sha256, bytes },
    url: urlOf(cases, link),
    ...{ created_at, modified_at },
    ...(reason !== undefined && { reason }),
    ...(supersedes !== undefined && { supersedes }),
    ...{ status, replaced_characters },
    ecmr_ids: notes?.map(({ ecmr_id }) => ecmr_id) ?? [note.id],
  }
}

/** The address cannot be shown when the key that its token was encrypted with is not the present one. */
export function urlOf({ files, siteUrl }: DocumentAddresses, link: DocumentLink | undefined): string | null {
  if (!link) return null
  try {
    return addressOf(link, { box: files.box, siteUrl })
  } catch {
    return null
  }
}
