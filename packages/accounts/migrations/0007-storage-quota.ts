import { type Kysely, sql } from 'kysely'

/** What was agreed with a company about its storage, in bytes; null: what its plan gives. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts.companies add column storage_quota bigint check (storage_quota >= 0)`.execute(
    db,
  )
}
