import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table accounts.companies (
      id uuid primary key,
      name text not null,
      plan text not null check (plan in ('free', 'pro', 'enterprise')),
      policy text not null check (policy in ('lenient', 'strict')),
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create unique index companies_name on accounts.companies (lower(name))`.execute(db)
  await sql`
    create table accounts.users (
      id uuid primary key,
      company_id uuid not null references accounts.companies,
      email text not null,
      name text not null,
      role text not null check (role in ('owner', 'member')),
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create unique index users_email on accounts.users (lower(email))`.execute(db)
  await sql`
    create table accounts.api_keys (
      id text primary key check (length(id) = 8),
      company_id uuid not null references accounts.companies,
      name text not null,
      secret_hash bytea not null,
      scopes text[] not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz,
      last_used_at timestamptz,
      revoked_at timestamptz
    )`.execute(db)
  await sql`create index api_keys_company on accounts.api_keys (company_id, created_at)`.execute(db)
  await sql`
    create table accounts.audit_outbox (
      id uuid primary key,
      seq bigint generated always as identity unique,
      company_id uuid not null,
      type text not null,
      data jsonb not null,
      actor jsonb not null,
      correlation_id text not null,
      at timestamptz not null default clock_timestamp()
    )`.execute(db)
}
