import { type Kysely, type Migration, sql } from 'kysely'

const table = `
  create table log.events (
    position bigint primary key,
    stream text collate "C" not null,
    revision integer not null,
    category text collate "C" not null generated always as (split_part(stream, '-', 1)) stored,
    id uuid not null,
    type text not null,
    data jsonb not null,
    -- recorded_at stands in its own column and nowhere else
    metadata jsonb not null check (not metadata ? 'recorded_at'),
    recorded_at timestamptz(3) not null,
    unique (stream, revision)
  );
  -- A stream's first event cannot repeat an id, so creations are spared the index.
  create unique index events_id on log.events (stream, id) where revision > 0;
  comment on table log.events is 'The event log. Append-only: written by log.append() and by nothing else.'`

const appendOnly = `
  create function log.refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception 'log.events is append-only: % refused', lower(tg_op) using errcode = 'insufficient_privilege';
  end $$;
  create trigger append_only before update or delete or truncate on log.events
    for each statement execute function log.refuse_change();
  -- "always": also in sessions that switch ordinary triggers off by session_replication_role
  alter table log.events enable always trigger append_only;
  revoke update, delete, truncate on log.events from public, current_user`

/*
 * Takes a group of appends and answers each of them; one whose expectation fails does not touch its neighbours.
 *
 * `turns` is an array of { appends, events }. The first append to each stream of the group stands in the first turn,
 * the second to the same stream in the second turn, so that it meets the stream as the first one left it. Every event
 * says which append it belongs to (n) and its place in it (i, from 1).
 *
 * The advisory lock is held until the commit, so positions become visible in the order in which they were given out
 * and have no holes: a reader that has read position p has read all before it (infra/decisions/0001). Each statement below
 * must see what the former holder of the lock committed, hence read committed.
 */
const append = `
  create function log.append(turns jsonb)
  returns table (n integer, ok boolean, revision integer, "position" bigint, actual integer, repeated boolean)
  language plpgsql
  -- A plan made while the table was empty must not scan it once it is large.
  set enable_seqscan = off
  set jit = off
  as $$
  #variable_conflict use_column
  declare
    before bigint;
    newest bigint;
    turn jsonb;
  begin
    if current_setting('transaction_isolation') <> 'read committed' then
      raise exception 'log.append() works in read committed transactions only';
    end if;
    perform pg_advisory_xact_lock(hashtextextended('ecmr:log', 0));
    select coalesce(max(e.position), 0) into newest from log.events e;
    before := newest;
    for turn in select value from jsonb_array_elements(turns) loop
      return query
      with append as materialized (
        select a.*, coalesce((
          select e.revision from log.events e where e.stream = a.stream order by e.revision desc limit 1), -1) as head
        from jsonb_to_recordset(turn -> 'appends') as a(n integer, stream text, expected integer, size integer)
      ),
      judged as materialized (
        select a.*,
          newest + sum(case when a.head = a.expected then a.size else 0 end) over (order by a.n) as last,
          case when a.head > a.expected then not exists (
            select from jsonb_to_recordset(turn -> 'events') as e(n integer, i integer, id uuid)
            left join log.events r on r.stream = a.stream and r.revision = a.expected + e.i
            where e.n = a.n and r.id is distinct from e.id) else false end as repeated
        from append a
      ),
      inserted as (
        insert into log.events (position, stream, revision, id, type, data, metadata, recorded_at)
        select j.last - j.size + e.i, j.stream, j.expected + e.i, e.id, e.type, e.data, e.metadata, e.recorded_at
        from jsonb_to_recordset(turn -> 'events') as e(
          n integer, i integer, id uuid, type text, data jsonb, metadata jsonb, recorded_at timestamptz(3))
        join judged j on j.n = e.n
        where j.head = j.expected
      )
      select j.n, j.repeated or j.head = j.expected, j.expected + j.size,
        case when j.repeated
          then (select r.position from log.events r where r.stream = j.stream and r.revision = j.expected + j.size)
          else j.last::bigint end,
        j.head, j.repeated
      from judged j;
      select coalesce(max(e.position), 0) into newest from log.events e;
    end loop;
    if newest > before then
      perform pg_notify('log_events', newest::text);
    end if;
  end $$`

/** The log's table, closed to everything but appending. */
export const log: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statements of [table, appendOnly, append]) await sql.raw(statements).execute(db)
  },
}
