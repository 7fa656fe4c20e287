import { type Kysely, sql } from 'kysely'

/** Addresses of documents, for endpoints whose owner wants them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table webhooks.endpoints add column include_document_url boolean not null default false`.execute(db)
  await sql`alter table webhooks.messages add column document_id uuid`.execute(db)
}
