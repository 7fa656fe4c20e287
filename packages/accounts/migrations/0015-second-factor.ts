import { type Kysely, sql } from 'kysely'

/**
 * The second factor of people: apps that show codes, passkeys, recovery codes, and logins that wait for the second step. Sessions say which
 * was used and when their person was last identified; of those from before that is when they began. Companies can require one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table accounts.users
      add column second_factor_since timestamptz,
      add column passkey_handle bytea not null unique
        default decode(replace(concat(gen_random_uuid(), gen_random_uuid()), '-', ''), 'hex')`.execute(db)
  await sql`
    alter table accounts.companies add column requires_second_factor boolean not null default false`.execute(
    db,
  )
  await sql`
    alter table accounts.sessions
      add column second_factor text check (second_factor in ('app', 'passkey', 'recovery_code')),
      add column identified_at timestamptz,
      add column challenge_hash bytea,
      add column challenge_until timestamptz`.execute(db)
  await sql`alter table accounts.sessions alter column identified_at set default now()`.execute(db)
  await sql`
    create table accounts.authenticator_apps (
      user_id uuid primary key references accounts.users on delete cascade,
      secret text check (char_length(secret) <= 200),
      last_step bigint,
      next_secret text check (char_length(next_secret) <= 200),
      next_until timestamptz
    )`.execute(db)
  await sql`
    create table accounts.recovery_codes (
      user_id uuid not null references accounts.users on delete cascade,
      code_hash bytea not null check (octet_length(code_hash) = 32),
      used_at timestamptz,
      primary key (user_id, code_hash)
    )`.execute(db)
  await sql`
    create table accounts.passkeys (
      id uuid primary key,
      user_id uuid not null references accounts.users on delete cascade,
      credential_id text not null unique check (char_length(credential_id) <= 1400),
      public_key bytea not null check (octet_length(public_key) <= 4096),
      counter bigint not null,
      transports text[] not null default '{}',
      name text not null check (char_length(name) between 1 and 60),
      is_synced boolean not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz
    )`.execute(db)
  await sql`create index passkeys_user on accounts.passkeys (user_id)`.execute(db)
  await sql`
    create table accounts.pending_logins (
      token_hash bytea primary key,
      user_id uuid references accounts.users on delete cascade,
      session_id uuid references accounts.sessions on delete cascade,
      company_id uuid,
      proven_by text not null check (proven_by in ('nothing', 'password', 'link')),
      tries integer not null default 0,
      challenge_hash bytea,
      challenge_until timestamptz,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index pending_logins_user on accounts.pending_logins (user_id)`.execute(db)
  await sql`create index pending_logins_expiry on accounts.pending_logins (expires_at)`.execute(db)
}
