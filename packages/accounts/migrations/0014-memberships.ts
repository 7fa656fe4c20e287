import { type Kysely, sql } from 'kysely'

/**
 * For which companies people act, in which role. Until a later migration drops them, the columns of `users` that said so stay
 * for processes of the former version that still run: triggers carry what these write to `memberships`, and back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table accounts.memberships (
      user_id uuid not null references accounts.users on delete cascade,
      company_id uuid not null references accounts.companies on delete cascade,
      role text not null check (role in ('owner', 'member', 'driver', 'reader')),
      notices text[] not null default '{}'
        check (notices <@ array['incidents', 'signatures', 'late_deliveries'] and cardinality(notices) <= 3),
      first_steps_hidden_at timestamptz,
      since timestamptz not null default now(),
      last_used_at timestamptz,
      primary key (user_id, company_id)
    )`.execute(db)
  await sql`create index memberships_company on accounts.memberships (company_id)`.execute(db)
  await sql`
    create index memberships_notices on accounts.memberships (company_id) where notices <> '{}'`.execute(db)
  // Nothing is written between the copy and the triggers.
  await sql`lock table accounts.users in share row exclusive mode`.execute(db)
  await sql`
    insert into accounts.memberships (user_id, company_id, role, notices, first_steps_hidden_at, since, last_used_at)
    select id, company_id, role, notices, first_steps_hidden_at, created_at, last_login_at from accounts.users`.execute(
    db,
  )
  await sql`
    alter table accounts.users
      alter column company_id drop not null,
      alter column role drop not null,
      add column left_at timestamptz`.execute(db)
  await followFormerVersion(db)
  await showFormerVersion(db)
  await bindToMemberships(db)
}

/** What a process of the former version writes to a person's row. Depth 1: no trigger has written it. */
async function followFormerVersion(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function accounts.follow_former_version() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        update accounts.memberships set company_id = new.company_id, role = new.role, notices = new.notices,
          first_steps_hidden_at = new.first_steps_hidden_at, last_used_at = new.last_login_at
        where user_id = new.id and company_id = old.company_id;
      elsif new.company_id is not null then
        insert into accounts.memberships (user_id, company_id, role, notices, since)
        values (new.id, new.company_id, new.role, new.notices, new.created_at);
      end if;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger follow_former_version
      after insert or update of company_id, role, notices, first_steps_hidden_at, last_login_at on accounts.users
      for each row when (pg_trigger_depth() = 0) execute function accounts.follow_former_version()`.execute(
    db,
  )
}

/** What a process of the former version reads: the oldest membership of a person. */
async function showFormerVersion(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function accounts.show_former_version() returns trigger language plpgsql as $$
    begin
      update accounts.users u set company_id = m.company_id, role = m.role, notices = coalesce(m.notices, '{}'),
        first_steps_hidden_at = m.first_steps_hidden_at
      from (values (coalesce(new.user_id, old.user_id))) changed (user_id) left join lateral (
        select * from accounts.memberships o where o.user_id = changed.user_id order by o.since, o.company_id limit 1
      ) m on true
      where u.id = changed.user_id;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger show_former_version
      after insert or delete or update of company_id, role, notices, first_steps_hidden_at on accounts.memberships
      for each row when (pg_trigger_depth() = 0) execute function accounts.show_former_version()`.execute(db)
}

/** What a person has in a company ends with the membership. */
async function bindToMemberships(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table accounts.sessions add column company_id uuid,
      add constraint sessions_membership foreign key (user_id, company_id)
        references accounts.memberships (user_id, company_id) on update cascade on delete cascade`.execute(db)
  await sql`delete from accounts.saved_views v where not exists
    (select from accounts.memberships m where m.user_id = v.user_id and m.company_id = v.company_id)`.execute(
    db,
  )
  await sql`
    alter table accounts.saved_views add constraint saved_views_membership foreign key (user_id, company_id)
      references accounts.memberships (user_id, company_id) on update cascade on delete cascade`.execute(db)
  await sql`
    delete from accounts.notices n where not exists
      (select from accounts.memberships m where m.user_id = n.user_id and m.company_id = n.company_id)`.execute(
    db,
  )
  await sql`
    alter table accounts.notices drop constraint notices_pkey,
      add primary key (user_id, company_id, kind, source),
      add constraint notices_membership foreign key (user_id, company_id)
        references accounts.memberships (user_id, company_id) on update cascade on delete cascade`.execute(db)
  await sql`drop index accounts.users_notices`.execute(db)
}
