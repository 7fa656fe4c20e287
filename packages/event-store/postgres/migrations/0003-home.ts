import { type Kysely, type Migration, sql } from 'kysely'

/** Which product keeps the log of this installation: one row, or none before it was set. */
export const home: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table log.home (
        is_only boolean primary key default true check (is_only),
        store text not null
      )`.execute(db)
  },
}
