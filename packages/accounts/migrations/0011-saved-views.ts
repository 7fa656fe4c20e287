import { type Kysely, sql } from 'kysely'

/** Lists that people want to find again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table accounts.saved_views (
      id uuid primary key,
      user_id uuid not null references accounts.users on delete cascade,
      company_id uuid not null references accounts.companies on delete cascade,
      name text not null check (char_length(name) <= 60),
      query text not null check (octet_length(query) <= 2000),
      created_at timestamptz not null default now(),
      unique (user_id, company_id, name)
    )`.execute(db)
}
