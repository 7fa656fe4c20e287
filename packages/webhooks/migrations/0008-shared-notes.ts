import { type Kysely, sql } from 'kysely'

/** An event of a shared note waits for the turn of each company that hears of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table webhooks.unplanned
      drop constraint unplanned_pkey,
      add primary key (event_id, company_id)`.execute(db)
}
