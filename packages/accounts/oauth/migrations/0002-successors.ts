import { type Kysely, sql } from 'kysely'

/** What a rotation needs to be repeated, for a minute: see `successorOf`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table oauth.refresh_tokens add column successor_salt bytea`.execute(db)
  await sql`
    create index refresh_tokens_salted on oauth.refresh_tokens (used_at) where successor_salt is not null`.execute(
    db,
  )
}
