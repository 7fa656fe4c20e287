import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table documents.links (
      link_id uuid primary key,
      token_hash bytea not null unique check (length(token_hash) = 32),
      sealed_token text not null,
      document_id uuid not null,
      company_id text not null,
      purpose text not null check (purpose in ('inspection', 'counterparty')),
      created_at timestamptz not null default now(),
      open_until timestamptz,
      closed_at timestamptz
    )`.execute(db)
  await sql`create index links_document on documents.links (document_id)`.execute(db)
  await sql`
    create unique index links_inspection on documents.links (document_id) where purpose = 'inspection'
  `.execute(db)
  // Rows leave soon after they came.
  await sql`
    create table documents.reads (
      seq bigint primary key generated always as identity,
      document_id uuid not null,
      company_id text not null,
      link_id uuid not null,
      version integer not null,
      address text not null,
      at timestamptz not null
    ) with (autovacuum_vacuum_scale_factor = 0.05)`.execute(db)
  await sql`
    create table documents.outbox (
      id uuid primary key,
      seq bigint generated always as identity unique,
      document_id uuid not null,
      type text not null,
      data jsonb not null,
      actor jsonb not null,
      correlation_id text not null,
      at timestamptz not null default clock_timestamp()
    )`.execute(db)
  await sql`
    create table documents.read_counts (
      document_id uuid not null,
      day date not null,
      listed integer not null default 0,
      unlisted integer not null default 0,
      primary key (document_id, day)
    )`.execute(db)
}
