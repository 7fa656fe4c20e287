import type { CompanyId } from '@ecmr/domain'
import type { Pool } from 'pg'
import { documentsDb } from '../db.js'
import { type DocumentLink, linkColumns } from './link.js'

/** The links in the QR codes of a company's documents, by document; those of documents without one are left out. */
export async function inspectionLinks(
  pool: Pool,
  company: CompanyId,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, DocumentLink>> {
  if (documentIds.length === 0) return new Map()
  const links = await documentsDb(pool)
    .selectFrom('documents.links')
    .select(linkColumns)
    .where('company_id', '=', company)
    .where('document_id', 'in', documentIds)
    .where('purpose', '=', 'inspection')
    .execute()
  return new Map(links.map((link) => [link.document_id, link]))
}

/** The links for the other party to a company's document, newest first. */
export function counterpartyLinks(
  pool: Pool,
  company: CompanyId,
  documentId: string,
): Promise<readonly DocumentLink[]> {
  return documentsDb(pool)
    .selectFrom('documents.links')
    .select(linkColumns)
    .where('company_id', '=', company)
    .where('document_id', '=', documentId)
    .where('purpose', '=', 'counterparty')
    .orderBy('created_at', 'desc')
    .execute()
}
