import { type Kysely, sql } from 'kysely'

/** Keys that write and see test notes only; those from before are live. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts.api_keys add column livemode boolean not null default true`.execute(db)
}
