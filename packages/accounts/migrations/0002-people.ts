import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table accounts.companies
      add column tax_id text,
      add column address text,
      add column city text,
      add column postal_code text,
      add column country text,
      add column phone text,
      add column time_zone text not null default 'Europe/Madrid'`.execute(db)
  // A company's name is chosen by the user who registers: a name that is taken must not keep its owner out.
  await sql`drop index accounts.companies_name`.execute(db)
  await sql`create index companies_name on accounts.companies (lower(name))`.execute(db)
  await sql`
    alter table accounts.users
      add column password_hash text,
      add column password_changed_at timestamptz,
      add column language text not null default 'es' check (language in ('es', 'en')),
      add column last_login_at timestamptz`.execute(db)
  await sql`create index users_company on accounts.users (company_id)`.execute(db)
  await sql`
    create table accounts.sessions (
      id uuid primary key,
      token_hash bytea not null unique,
      user_id uuid not null references accounts.users on delete cascade,
      address text not null,
      user_agent text not null,
      created_at timestamptz not null default now(),
      last_seen_at timestamptz not null default now(),
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index sessions_user on accounts.sessions (user_id)`.execute(db)
  await sql`create index sessions_expiry on accounts.sessions (expires_at)`.execute(db)
  await sql`
    create table accounts.links (
      id uuid primary key,
      token_hash bytea not null unique,
      purpose text not null check (purpose in ('registration', 'reset', 'invitation')),
      company_id uuid references accounts.companies on delete cascade,
      user_id uuid references accounts.users on delete cascade,
      email text,
      details jsonb not null default '{}',
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db)
  await sql`create index links_company on accounts.links (company_id, created_at)`.execute(db)
  await sql`create index links_user on accounts.links (user_id)`.execute(db)
  await sql`create index links_expiry on accounts.links (expires_at)`.execute(db)
  await sql`
    create table accounts.failed_logins (
      subject bytea primary key,
      failures integer not null,
      last_at timestamptz not null,
      blocked_until timestamptz
    )`.execute(db)
}
