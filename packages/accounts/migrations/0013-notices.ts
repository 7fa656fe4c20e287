import { type Kysely, sql } from 'kysely'

/** Which notices people want by mail, how far each company's history has been looked at for them, and what is to be mailed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table accounts.users add column notices text[] not null default '{}'
      check (notices <@ array['incidents', 'signatures', 'late_deliveries'] and cardinality(notices) <= 3)`.execute(
    db,
  )
  await sql`create index users_notices on accounts.users (company_id) where notices <> '{}'`.execute(db)
  await sql`
    create table accounts.notice_companies (
      company_id uuid primary key references accounts.companies (id) on delete cascade,
      position text collate "C" not null,
      event_id uuid,
      looked_at timestamptz not null default now(),
      late_day text
    ) with (fillfactor = 50)`.execute(db)
  await sql`
    create table accounts.notices (
      user_id uuid not null references accounts.users (id) on delete cascade,
      kind text not null,
      source text collate "C" not null,
      company_id uuid not null references accounts.companies (id) on delete cascade,
      role text not null,
      ecmr_id uuid,
      ecmr_number text check (char_length(ecmr_number) <= 100),
      signed_as text check (char_length(signed_as) <= 40),
      recorded_at timestamptz,
      planned_at timestamptz not null default now(),
      due_at timestamptz not null default now(),
      next_at timestamptz not null default now(),
      is_gathered boolean not null default false,
      mail_id text,
      claimed_at timestamptz,
      attempts integer not null default 0,
      ended_at timestamptz,
      primary key (user_id, kind, source)
    ) with (fillfactor = 70)`.execute(db)
  await sql`create index notices_due on accounts.notices (next_at) where ended_at is null`.execute(db)
  await sql`create index notices_ended on accounts.notices (ended_at) where ended_at is not null`.execute(db)
}
