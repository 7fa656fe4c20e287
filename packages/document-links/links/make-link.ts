import type { CompanyId, LinkPurpose } from '@ecmr/domain'
import { type Insertable, sql } from 'kysely'
import type { Pool } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { documentsDb, inTransaction } from '../db.js'
import type { DocumentTables } from '../tables.js'
import { type DocumentLink, linkColumns } from './link.js'
import { newLinkToken, type TokenBox } from './token.js'

/** So many addresses for the counterparty does one document have. */
export const MOST_COUNTERPARTY_LINKS = 20

/**
 * The link in a document's QR code: made at the first call, the same ever after, also when several calls come at once.
 *
 * @param documentId UUID; the document need not exist yet
 * @throws when the document is another company's
 * @example
 * const url = addressOf(await inspectionLink(pool, secrets, company, documentId), { box: secrets, siteUrl })
 */
export async function inspectionLink(
  pool: Pool,
  box: TokenBox,
  company: CompanyId,
  documentId: string,
): Promise<DocumentLink> {
  const db = documentsDb(pool)
  const existing = () =>
    db
      .selectFrom('documents.links')
      .select(linkColumns)
      .where('document_id', '=', documentId)
      .where('purpose', '=', 'inspection')
      .executeTakeFirst()
  const link =
    (await existing()) ??
    (await db
      .insertInto('documents.links')
      .values(newLink(box, company, { documentId, purpose: 'inspection' }))
      .onConflict((conflict) =>
        conflict.columns(['document_id']).where('purpose', '=', 'inspection').doNothing(),
      )
      .returning(linkColumns)
      .executeTakeFirst()) ??
    (await existing())
  if (link?.company_id !== company) throw new Error(`document ${documentId} belongs to another company`)
  return link
}

/** A new link, or why there is none. */
export type LinkMade =
  | { readonly ok: true; readonly link: DocumentLink }
  | { readonly ok: false; readonly reason: 'too_many_links' }

/**
 * One more link to a document, for the other party of the carriage.
 *
 * @param document.openUntil it closes by itself then; absent: it stays open
 */
export async function counterpartyLink(
  pool: Pool,
  box: TokenBox,
  company: CompanyId,
  document: { readonly documentId: string; readonly openUntil?: Date },
): Promise<LinkMade> {
  const { documentId } = document
  return inTransaction(pool, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`ecmr:links:${documentId}`}, 0))`.execute(tx)
    const { made } = await tx
      .selectFrom('documents.links')
      .select(({ fn }) => fn.countAll<string>().as('made'))
      .where('document_id', '=', documentId)
      .where('purpose', '=', 'counterparty')
      .executeTakeFirstOrThrow()
    if (Number(made) >= MOST_COUNTERPARTY_LINKS) return { ok: false, reason: 'too_many_links' }
    const link = await tx
      .insertInto('documents.links')
      .values(newLink(box, company, { ...document, purpose: 'counterparty' }))
      .returning(linkColumns)
      .executeTakeFirstOrThrow()
    return { ok: true, link }
  })
}

function newLink(
  box: TokenBox,
  company: CompanyId,
  document: { readonly documentId: string; readonly purpose: LinkPurpose; readonly openUntil?: Date },
): Insertable<DocumentTables['documents.links']> {
  const link_id = uuidv7()
  const { text, hash } = newLinkToken()
  return {
    link_id,
    token_hash: new Uint8Array(Buffer.from(hash, 'hex')),
    sealed_token: box.seal(text, link_id),
    document_id: document.documentId,
    company_id: company,
    purpose: document.purpose,
    open_until: document.openUntil ?? null,
  }
}
