import { type Kysely, sql } from 'kysely'

/** What the page of an invited driver is found by, and the telephones that were identified there. Their secrets stand here as hashes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table signing.links add column driver_hash bytea unique check (length(driver_hash) = 32)`.execute(
    db,
  )
  await sql`
    create table signing.devices (
      invitation_id uuid not null references signing.links on delete cascade,
      device_hash bytea not null check (length(device_hash) = 32),
      identified_by text not null check (identified_by in ('mailed_code', 'told_code')),
      bound_at timestamptz not null default now(),
      primary key (invitation_id, device_hash)
    )`.execute(db)
}
