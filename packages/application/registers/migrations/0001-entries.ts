import { type Kysely, sql } from 'kysely'

/** What companies keep to write notes with. It is no log: what is removed is gone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table registers.entries (
      seq bigint generated always as identity unique,
      id uuid primary key,
      company_id text not null,
      register text not null check (register in ('parties', 'drivers', 'vehicles', 'templates')),
      reference text,
      title text not null,
      words text not null,
      data jsonb not null,
      first_expiry text,
      version integer not null default 1,
      created_at timestamptz not null default clock_timestamp(),
      updated_at timestamptz not null default clock_timestamp()
    )`.execute(db)
  await sql`create unique index entries_reference on registers.entries (company_id, register, reference)
    where reference is not null`.execute(db)
  await sql`create index entries_created on registers.entries (company_id, register, seq)`.execute(db)
  await sql`create index entries_title on registers.entries (company_id, register, title, id)`.execute(db)
  await sql`create index entries_expiry on registers.entries (company_id, first_expiry)
    where first_expiry is not null`.execute(db)
}
