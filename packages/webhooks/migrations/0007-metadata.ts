import { type Kysely, sql } from 'kysely'

/** What owners keep with an endpoint for programs of their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table webhooks.endpoints add column metadata jsonb not null default '{}'`.execute(db)
}
