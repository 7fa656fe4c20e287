import { type Kysely, sql } from 'kysely'

/** Changes that the event log cannot take are set aside, so that those after them are not held up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table accounts.audit_outbox
      add column set_aside_at timestamptz,
      add column set_aside_reason text`.execute(db)
  await sql`
    create index audit_outbox_waiting on accounts.audit_outbox (company_id, seq)
    where set_aside_at is null`.execute(db)
  await sql`
    create index audit_outbox_oldest on accounts.audit_outbox (seq)
    where set_aside_at is null`.execute(db)
  await sql`
    create index audit_outbox_set_aside on accounts.audit_outbox (set_aside_at)
    where set_aside_at is not null`.execute(db)
}
