import { type Kysely, sql } from 'kysely'

/** The request that asked for a replay, as part of its trace. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table webhooks.replays add column traceparent text`.execute(db)
}
