import { type Kysely, sql } from 'kysely'

/**
 * The picture that a company shows with its notes, and on the company its SHA-256 as hex, by which it is found. Apart, since a company is
 * read with every page.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts.companies add column logo text check (logo ~ '^[0-9a-f]{64}$')`.execute(db)
  await sql`create index companies_logo on accounts.companies (logo) where logo is not null`.execute(db)
  await sql`
    create table accounts.company_logos (
      company_id uuid primary key references accounts.companies (id) on delete cascade,
      jpeg bytea not null check (octet_length(jpeg) between 1 and 102400)
    )`.execute(db)
}
