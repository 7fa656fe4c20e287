import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table api.idempotency_keys (
      company_id uuid not null,
      key text not null,
      request_hash text not null,
      command_id uuid not null,
      note_id uuid,
      ecmr_number text,
      kept_answer jsonb,
      created_at timestamptz not null default now(),
      primary key (company_id, key)
    )`.execute(db)
  await sql`create index idempotency_keys_created on api.idempotency_keys (created_at)`.execute(db)
}
