import { type Kysely, sql } from 'kysely'

/** People who drive, and people who only read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table accounts.users
      drop constraint users_role_check,
      add constraint users_role_check check (role in ('owner', 'member', 'driver', 'reader'))`.execute(db)
}
