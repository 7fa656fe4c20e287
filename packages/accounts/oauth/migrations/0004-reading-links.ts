import { type Kysely, sql } from 'kysely'

/** Links by which people hand assistants what is read of a document. Never the document itself; what is read is sealed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table oauth.reading_links (
      token_hash bytea primary key,
      grant_id uuid not null references oauth.grants on delete cascade,
      company_id uuid not null references accounts.companies on delete cascade,
      user_id uuid not null references accounts.users on delete cascade,
      prompt bytea check (octet_length(prompt) <= 16384),
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      taken_at timestamptz,
      read_at timestamptz,
      reading bytea check (octet_length(reading) <= 262144)
    )`.execute(db)
  await sql`create index reading_links_company on oauth.reading_links (company_id, expires_at)`.execute(db)
  await sql`create index reading_links_grant on oauth.reading_links (grant_id)`.execute(db)
  await sql`create index reading_links_user on oauth.reading_links (user_id)`.execute(db)
  await sql`create index reading_links_expiry on oauth.reading_links (expires_at)`.execute(db)
}
