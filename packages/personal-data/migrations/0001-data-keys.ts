import { type Kysely, sql } from 'kysely'

/** A key whose `wrapped` is null was destroyed; without `erased_at` as well, it was lost. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table privacy.data_keys (
    note_id uuid not null,
    category text not null,
    generation integer not null,
    wrapped bytea,
    erased_at timestamptz(3),
    primary key (note_id, category, generation),
    check ((wrapped is null) = (erased_at is not null))
  )`.execute(db)
}
