import { type Kysely, sql } from 'kysely'

// Keys of clients ('client') and commands that were carried out in PostgreSQL ('command') share the table. Rows that
// are there keep their meaning, and processes of the version before go on working.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table api.idempotency_keys
      add column scope text not null default 'client',
      alter column company_id type text,
      drop constraint idempotency_keys_pkey,
      add primary key (scope, company_id, key)`.execute(db)
}
