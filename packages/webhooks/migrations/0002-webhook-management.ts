import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table webhooks.endpoints
      add column former_secrets jsonb not null default '[]',
      add column max_per_second integer check (max_per_second between 1 and 1000)`.execute(db)
  await createHealth(db)
  await createWorkers(db)
  await extendDeliveries(db)
  await createReplays(db)
  // What a repeated request with an idempotency key has already done.
  await sql`
    create table webhooks.commands (
      id uuid primary key,
      endpoint_id uuid not null,
      created_at timestamptz not null
    )`.execute(db)
  await sql`create index commands_oldest on webhooks.commands (created_at)`.execute(db)
}

// Apart from the endpoints, because planning deliveries locks these, and health changes with every failure.
async function createHealth(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhooks.endpoint_health (
      endpoint_id uuid primary key references webhooks.endpoints,
      failures integer not null default 0,
      failing_since timestamptz,
      times_opened integer not null default 0,
      open_until timestamptz,
      next_send_at timestamptz
    ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05)`.execute(db)
  // What the metrics count, again and again.
  await sql`
    create index health_paused on webhooks.endpoint_health (endpoint_id) where open_until is not null
  `.execute(db)
  await sql`
    create index endpoints_disabled on webhooks.endpoints (status_reason) where status = 'disabled'
  `.execute(db)
}

// Which workers are alive, so that they can share what an endpoint may be sent at a time.
async function createWorkers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhooks.workers (
      id uuid primary key,
      seen_at timestamptz not null
    )`.execute(db)
}

async function extendDeliveries(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table webhooks.deliveries
      add column is_test boolean not null default false,
      add column expedited boolean not null default false,
      add column replay_id uuid,
      add column is_replay boolean not null generated always as (replay_id is not null) stored`.execute(db)
  // What is replayed stands in a queue of its own, behind what has just happened.
  await sql`drop index webhooks.deliveries_due`.execute(db)
  await sql`
    create index deliveries_due on webhooks.deliveries (endpoint_id, is_replay, next_attempt_at)
    where status = 'pending'`.execute(db)
  await sql`
    create index deliveries_expedited on webhooks.deliveries (endpoint_id, next_attempt_at)
    where status = 'pending' and expedited`.execute(db)
  await sql`
    create index deliveries_replayed on webhooks.deliveries (replay_id)
    where status = 'pending' and replay_id is not null`.execute(db)
  await sql`
    create index deliveries_failed on webhooks.deliveries (endpoint_id, created_at desc, id desc)
    where status in ('exhausted', 'cancelled')`.execute(db)
  // With what the delivery log is filtered by in it, the rows that do not match need not be read. Behind the order,
  // because few values in front of it would need an index for each combination.
  await sql`drop index webhooks.deliveries_newest`.execute(db)
  await sql`
    create index deliveries_newest on webhooks.deliveries (endpoint_id, created_at desc, id desc, type, status)
  `.execute(db)
}

async function createReplays(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhooks.replays (
      id uuid primary key,
      endpoint_id uuid not null references webhooks.endpoints,
      company_id text not null,
      status text not null default 'running' check (status in ('running', 'done', 'cancelled')),
      status_reason text,
      since timestamptz,
      until timestamptz,
      from_position text collate "C",
      until_position text collate "C" not null,
      events text[] not null,
      only_failed boolean not null,
      reached_position text collate "C",
      reached_at timestamptz,
      scanned bigint not null default 0,
      queued bigint not null default 0,
      created_at timestamptz not null,
      finished_at timestamptz
    )`.execute(db)
  await sql`
    create unique index replays_running on webhooks.replays (endpoint_id) where status = 'running'`.execute(
    db,
  )
  await sql`create index replays_newest on webhooks.replays (endpoint_id, created_at desc)`.execute(db)
}
