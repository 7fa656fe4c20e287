import { type Kysely, type Migration, sql } from 'kysely'

/** How far this log has been copied into another store, or another one into this. */
export const copies: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table log.copies (
        source text not null,
        target text not null,
        name text not null,
        mark jsonb not null,
        updated_at timestamptz not null default now(),
        primary key (source, target, name)
      )`.execute(db)
  },
}
