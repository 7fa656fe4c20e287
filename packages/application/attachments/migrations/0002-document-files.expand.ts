import { type Kysely, sql } from 'kysely'

/**
 * Files of documents are named, too, from before they are kept until their event is there. The previous release takes such a row for an
 * upload that was not recorded: it forgets it and leaves the object, which it takes for a document's.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table attachments.files add column document_id uuid`.execute(db)
}
