import { type Kysely, sql } from 'kysely'

/** Failures are also counted by network address; a column says which of them belong to an account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts.failed_logins add column account bytea`.execute(db)
  await sql`
    create index failed_logins_account on accounts.failed_logins (account) where account is not null`.execute(
    db,
  )
}
