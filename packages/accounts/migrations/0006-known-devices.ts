import { type Kysely, sql } from 'kysely'

/** Failures are counted by the place that they come from, too; which of them are an account's is told by a column. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts.failed_logins add column account bytea`.execute(db)
  await sql`
    create index failed_logins_account on accounts.failed_logins (account) where account is not null`.execute(
    db,
  )
}
