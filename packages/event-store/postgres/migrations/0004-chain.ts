import { type Kysely, type Migration, sql } from 'kysely'

/*
 * Two things that every event now says of itself in its row:
 *
 * `bytes`: what it takes of an append (see `sizeOf` in storable.ts), so that pages can be bounded without reading the
 * events first. Rows from before have about the same figure, made of PostgreSQL's own text of the JSON.
 *
 * `chain`: SHA-256 over the chain of the event at the position before (32 zero bytes before the first) and the 32 bytes
 * of the event's own hash. It confirms the whole log up to here: which events there are, and in which order. The hashes
 * of streams cannot see a stream that was removed whole, nor events of two streams that exchanged their positions.
 */
const columns = `
  alter table log.events add column bytes integer, add column chain bytea;
  comment on column log.events.bytes is 'data + metadata + 2 x type, as JSON in UTF-8';
  comment on column log.events.chain is 'SHA-256 of the chain at the position before and the hash of this event'`

// Aggregates keep their state from row to row, which makes this one a running hash when it is used as a window function.
const running = `
  create function log.link(previous bytea, start bytea, hash text) returns bytea language plpgsql immutable as $$
  begin
    return sha256(coalesce(previous, start) || decode(hash, 'hex'));
  end $$;
  create aggregate log.chained(start bytea, hash text) (sfunc = log.link, stype = bytea);
  create function log.start() returns bytea language sql immutable return decode(repeat('00', 32), 'hex')`

// Appends wait meanwhile: some half a minute for each million events.
const fill = `
  grant update on log.events to current_user;
  alter table log.events disable trigger append_only;
  update log.events e set bytes = f.bytes, chain = f.chain from (
    select position, octet_length(data::text) + octet_length(metadata::text) + 2 * octet_length(type) as bytes,
      log.chained(log.start(), metadata ->> 'hash') over (order by position) as chain
    from log.events) f
  where f.position = e.position;
  alter table log.events enable always trigger append_only;
  revoke update on log.events from current_user;
  alter table log.events alter column bytes set not null, alter column chain set not null`

/* As 0001 made it, and now each row gets its bytes and its chain. A process of the release before sends no bytes. */
const append = `
  create or replace function log.append(turns jsonb)
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
    tip bytea;
    turn jsonb;
  begin
    if current_setting('transaction_isolation') <> 'read committed' then
      raise exception 'log.append() works in read committed transactions only';
    end if;
    perform pg_advisory_xact_lock(hashtextextended('ecmr:log', 0));
    for turn in select value from jsonb_array_elements(turns) loop
      select e.position, e.chain into newest, tip from log.events e order by e.position desc limit 1;
      newest := coalesce(newest, 0);
      before := coalesce(before, newest);
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
        insert into log.events (position, stream, revision, id, type, data, metadata, recorded_at, bytes, chain)
        select p.position, p.stream, p.revision, p.id, p.type, p.data, p.metadata, p.recorded_at,
          coalesce(p.bytes, octet_length(p.data::text) + octet_length(p.metadata::text) + 2 * octet_length(p.type)),
          log.chained(coalesce(tip, log.start()), p.metadata ->> 'hash') over (order by p.position)
        from (
          select j.last - j.size + e.i as position, j.stream, j.expected + e.i as revision,
            e.id, e.type, e.data, e.metadata, e.recorded_at, e.bytes
          from jsonb_to_recordset(turn -> 'events') as e(
            n integer, i integer, id uuid, type text, data jsonb, metadata jsonb, recorded_at timestamptz(3), bytes integer)
          join judged j on j.n = e.n
          where j.head = j.expected) p
      )
      select j.n, j.repeated or j.head = j.expected, j.expected + j.size,
        case when j.repeated
          then (select r.position from log.events r where r.stream = j.stream and r.revision = j.expected + j.size)
          else j.last::bigint end,
        j.head, j.repeated
      from judged j;
    end loop;
    select coalesce(max(e.position), 0) into newest from log.events e;
    if newest > before then
      perform pg_notify('log_events', newest::text);
    end if;
  end $$`

/** What each event takes, and a hash over the whole log up to each event. */
export const chain: Migration = {
  async up(db: Kysely<unknown>) {
    // Before any other lock: an append holds this one first too.
    await sql`select pg_advisory_xact_lock(hashtextextended('ecmr:log', 0))`.execute(db)
    for (const statements of [columns, running, fill, append]) await sql.raw(statements).execute(db)
  },
}
