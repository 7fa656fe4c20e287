import { type Kysely, sql } from 'kysely'

/** The links of invitations to sign: what they are found by, and the code that has to be typed beside them. Neither stands here in clear. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table signing.links (
      invitation_id uuid primary key,
      token_hash bytea not null unique check (length(token_hash) = 32),
      ecmr_id uuid not null,
      company_id text not null,
      kept_until timestamptz not null,
      code_hash bytea check (length(code_hash) = 32),
      code_way text check (code_way in ('mailed_code', 'told_code')),
      code_expires_at timestamptz,
      tries integer not null default 0,
      hour_began timestamptz,
      codes_in_hour integer not null default 0,
      codes integer not null default 0
    )`.execute(db)
  await sql`create index links_kept_until on signing.links (kept_until)`.execute(db)
}
