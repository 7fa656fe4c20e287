import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhooks.endpoints (
      id uuid primary key,
      company_id text not null,
      url text not null,
      events text[] not null,
      description text,
      status text not null check (status in ('active', 'disabled', 'deleted')),
      status_reason text,
      secret text,
      follows_from text not null,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db)
  await sql`
    create index endpoints_company on webhooks.endpoints (company_id, created_at) where status <> 'deleted'
  `.execute(db)
  await sql`
    create table webhooks.messages (
      event_id uuid primary key,
      company_id text not null,
      type text not null,
      ecmr_id text not null,
      ecmr_number text not null,
      version integer not null,
      payload bytea not null,
      created_at timestamptz not null
    )`.execute(db)
  await createDeliveries(db)
  // No foreign key: checking it would lock and rewrite the delivery's row once more for every attempt.
  await sql`
    create table webhooks.attempts (
      delivery_id uuid not null,
      number integer not null,
      started_at timestamptz not null,
      duration_ms integer,
      response_status integer,
      response_body text,
      error text,
      primary key (delivery_id, number)
    )`.execute(db)
}

async function createDeliveries(db: Kysely<unknown>): Promise<void> {
  // The free space lets a claim, which touches no indexed column, rewrite the row on its own page. Rows
  // leave the partial indexes soon after they entered, so these are to be vacuumed more often than usual.
  await sql`
    create table webhooks.deliveries (
      id uuid primary key,
      event_id uuid not null references webhooks.messages,
      endpoint_id uuid not null references webhooks.endpoints,
      type text not null,
      ecmr_id text not null,
      version integer not null,
      status text not null default 'pending'
        check (status in ('pending', 'delivered', 'exhausted', 'cancelled')),
      attempts integer not null default 0,
      failures integer not null default 0,
      failing_since timestamptz,
      next_attempt_at timestamptz not null,
      leased_until timestamptz,
      created_at timestamptz not null,
      finished_at timestamptz,
      unique (event_id, endpoint_id)
    ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05)`.execute(
    db,
  )
  await sql`
    create index deliveries_due on webhooks.deliveries (endpoint_id, next_attempt_at) where status = 'pending'
  `.execute(db)
  await sql`
    create index deliveries_order on webhooks.deliveries (endpoint_id, ecmr_id, version)
    where status = 'pending'`.execute(db)
  await sql`
    create index deliveries_newest on webhooks.deliveries (endpoint_id, created_at desc, id desc)
  `.execute(db)
}
