import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table oauth.clients (
      id uuid primary key,
      secret_hash bytea,
      name text not null,
      redirect_uris text[] not null,
      auth_method text not null
        check (auth_method in ('none', 'client_secret_basic', 'client_secret_post')),
      application_type text check (application_type in ('native', 'web')),
      client_uri text,
      software_id text,
      software_version text,
      network bytea not null,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index clients_network on oauth.clients (network, created_at)`.execute(db)
  await sql`create index clients_age on oauth.clients (created_at)`.execute(db)
  await sql`
    create table oauth.requests (
      token_hash bytea primary key,
      user_id uuid not null references accounts.users on delete cascade,
      client_id uuid not null references oauth.clients on delete cascade,
      details jsonb not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index requests_user on oauth.requests (user_id)`.execute(db)
  await sql`create index requests_client on oauth.requests (client_id)`.execute(db)
  await sql`create index requests_expiry on oauth.requests (expires_at)`.execute(db)
  await sql`
    create table oauth.grants (
      id uuid primary key,
      client_id uuid not null references oauth.clients,
      company_id uuid not null references accounts.companies on delete cascade,
      user_id uuid not null references accounts.users on delete cascade,
      scopes text[] not null,
      resource text not null,
      redirect_host text not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz,
      expires_at timestamptz not null,
      ended_at timestamptz,
      end_reason text
    )`.execute(db)
  await sql`create index grants_company on oauth.grants (company_id, created_at)`.execute(db)
  await sql`create index grants_user on oauth.grants (user_id)`.execute(db)
  await sql`create index grants_client on oauth.grants (client_id)`.execute(db)
  await sql`
    create table oauth.codes (
      hash bytea primary key,
      grant_id uuid not null references oauth.grants on delete cascade,
      redirect_uri text not null,
      code_challenge text not null,
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db)
  await sql`create index codes_grant on oauth.codes (grant_id)`.execute(db)
  await sql`
    create table oauth.access_tokens (
      hash bytea primary key,
      grant_id uuid not null references oauth.grants on delete cascade,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index access_tokens_grant on oauth.access_tokens (grant_id)`.execute(db)
  await sql`create index access_tokens_expiry on oauth.access_tokens (expires_at)`.execute(db)
  await sql`
    create table oauth.refresh_tokens (
      hash bytea primary key,
      grant_id uuid not null references oauth.grants on delete cascade,
      created_at timestamptz not null default now(),
      used_at timestamptz
    )`.execute(db)
  await sql`create index refresh_tokens_grant on oauth.refresh_tokens (grant_id)`.execute(db)
}
