import { type Kysely, sql } from 'kysely'

/** Clients that are known by the address of a document about them, and have registered from no network. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table oauth.clients add column document_url text`.execute(db)
  await sql`alter table oauth.clients alter column network drop not null`.execute(db)
  await sql`create unique index clients_document on oauth.clients (document_url)`.execute(db)
}
