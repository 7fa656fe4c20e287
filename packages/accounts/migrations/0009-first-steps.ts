import { type Kysely, sql } from 'kysely'

/** People can put away what helps a new company to begin. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts.users add column first_steps_hidden_at timestamptz`.execute(db)
}
