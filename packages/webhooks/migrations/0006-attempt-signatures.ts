import { type Kysely, sql } from 'kysely'

/** What each attempt was signed with, so that the request can be shown as it was sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table webhooks.attempts add column signature text`.execute(db)
}
