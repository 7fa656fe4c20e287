import { type Kysely, sql } from 'kysely'

/** Events of companies that have so many deliveries to be written that others would have to wait for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhooks.unplanned (
      event_id uuid primary key references webhooks.messages,
      seq bigint generated always as identity,
      company_id text not null,
      position text collate "C" not null,
      queued_at timestamptz not null default clock_timestamp()
    ) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05)`.execute(db)
  await sql`create index unplanned_turns on webhooks.unplanned (company_id, seq)`.execute(db)
  await sql`create index unplanned_oldest on webhooks.unplanned (seq)`.execute(db)
}
