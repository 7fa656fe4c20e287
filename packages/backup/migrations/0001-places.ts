import { type Kysely, sql } from 'kysely'

/** Which installation this is, and how its backups go. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table backup.installation (
      is_only boolean primary key default true check (is_only),
      id uuid not null
    )`.execute(db)
  await sql`
    create table backup.places (
      place text primary key,
      every_ms bigint,
      since timestamptz not null default now(),
      ok_at timestamptz,
      backup_id text,
      bytes bigint,
      failed_at timestamptz,
      problem text
    )`.execute(db)
}
