import { type Kysely, sql } from 'kysely'

/** How many mails with documents each company has sent on its last day of sending. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table documents.mail_counts (
      company_id text primary key,
      day date not null,
      mails integer not null
    )`.execute(db)
}
