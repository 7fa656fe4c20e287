import { type Kysely, sql } from 'kysely'

/**
 * By which other companies share notes with a company. It is made of nothing, since a company's name need not be public; 48 random
 * bits are not guessed. One that a company has given up stays taken: notes meant for it must not reach another.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table accounts.companies
      add column handle text not null default 'c-' || left(md5(gen_random_uuid()::text), 12)
        check (handle ~ '^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$'),
      add column handle_changed_at timestamptz,
      add column takes_shares boolean not null default true`.execute(db)
  await sql`create unique index companies_handle on accounts.companies (handle)`.execute(db)
  await sql`
    create table accounts.former_handles (
      handle text primary key,
      company_id uuid references accounts.companies (id) on delete set null,
      given_up_at timestamptz not null default now()
    )`.execute(db)
  // The handle of a company that is gone stays taken, too.
  await sql`
    create function accounts.keep_handle() returns trigger language plpgsql as $$
    begin
      insert into accounts.former_handles (handle) values (old.handle) on conflict do nothing;
      return old;
    end $$`.execute(db)
  await sql`
    create trigger keep_handle before delete on accounts.companies
      for each row execute function accounts.keep_handle()`.execute(db)
}
