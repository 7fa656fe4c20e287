import { type Kysely, sql } from 'kysely'

/** The trace that attempts belong to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table webhooks.messages add column traceparent text`.execute(db)
}
