import type { CompanyId, DocumentEventData } from '@ecmr/domain'
import type { Actor } from '@ecmr/event-store'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { inTransaction } from '../db.js'
import { type DocumentLink, linkColumns } from './link.js'

/**
 * Closes the address in a document's QR code for ever; `DocumentLinkClosed` follows in the event log. Closing what is closed
 * changes nothing.
 *
 * @param by.correlationId the request that it came from
 * @returns the link, closed; `undefined` when the company's document has none
 */
export async function closeLink(
  pool: Pool,
  company: CompanyId,
  documentId: string,
  by: { readonly actor: Omit<Actor, 'company_id'>; readonly correlationId?: string },
): Promise<DocumentLink | undefined> {
  return inTransaction(pool, async (tx) => {
    const inspection = { document_id: documentId, company_id: company, purpose: 'inspection' } as const
    const closed = await tx
      .updateTable('documents.links')
      .set({ closed_at: sql<Date>`now()` })
      .where((is) => is.and(inspection))
      .where('closed_at', 'is', null)
      .returning(linkColumns)
      .executeTakeFirst()
    if (closed === undefined)
      return tx
        .selectFrom('documents.links')
        .select(linkColumns)
        .where((is) => is.and(inspection))
        .executeTakeFirst()
    const { document_id, link_id, purpose } = closed
    const data: DocumentEventData['DocumentLinkClosed'] = { document_id, link_id, purpose }
    const id = uuidv7()
    await tx
      .insertInto('documents.outbox')
      .values({
        id,
        document_id,
        type: 'DocumentLinkClosed',
        data: JSON.stringify(data),
        actor: JSON.stringify({ ...by.actor, company_id: company }),
        correlation_id: by.correlationId ?? id,
      })
      .execute()
    return closed
  })
}
