import { type Kysely, sql } from 'kysely'

/** Erasures that the log tells of, by their events, and whether they were carried out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table privacy.erasures (
    event_id uuid primary key,
    note_id uuid not null,
    company_id text collate "C" not null,
    revision integer not null,
    data jsonb not null,
    recorded_at timestamptz(3) not null,
    touched_at timestamptz(3),
    done_at timestamptz(3)
  )`.execute(db)
  await sql`create index erasures_open on privacy.erasures (recorded_at) where done_at is null`.execute(db)
  await sql`create index erasures_note on privacy.erasures (note_id)`.execute(db)
}
