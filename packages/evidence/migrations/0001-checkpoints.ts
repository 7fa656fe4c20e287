import { type Kysely, sql } from 'kysely'

/** Which keys have signed, what they signed, and how sealing goes. */
export async function up(db: Kysely<never>): Promise<void> {
  // from_size is null until the key has signed its first checkpoint.
  await sql`
    create table evidence.log_keys (
      place integer generated always as identity primary key,
      vkey text not null unique,
      from_size bigint
    )`.execute(db)
  // note: with the cosignatures that have come; signed: as the log signed it, which is what is kept outside.
  await sql`
    create table evidence.checkpoints (
      size bigint primary key,
      root text not null,
      at text not null,
      note text not null,
      signed text not null,
      clock_behind_ms bigint not null,
      made_at timestamptz not null default clock_timestamp(),
      kept_at timestamptz,
      stamp bytea,
      stamped_at timestamptz,
      stamp_kept_at timestamptz
    )`.execute(db)
  await sql`create index on evidence.checkpoints (stamped_at) where stamp is not null`.execute(db)
  await sql`
    create index on evidence.checkpoints (size)
    where kept_at is null or stamp is not null and stamp_kept_at is null`.execute(db)
  // One row, in which the process that seals says how it goes; halted: why no checkpoint may be signed.
  await sql`
    create table evidence.sealing (
      one boolean primary key default true check (one),
      reported_at timestamptz not null,
      problems text[] not null default '{}',
      halted text
    ) with (fillfactor = 50)`.execute(db)
}
