import { type Kysely, sql } from 'kysely'

/** The tree over the event log. All of it can be computed anew from the log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table evidence.tiles (
      level smallint not null,
      index bigint not null,
      hashes bytea not null check (length(hashes) between 32 and 8192 and length(hashes) % 32 = 0),
      -- of the tile's last leaf: where its event stands, in the log and in its stream
      position text collate "C",
      stream text,
      revision integer,
      primary key (level, index),
      check (num_nonnulls(position, stream, revision) = case level when 0 then 3 else 0 end)
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`.execute(db)
  // Hashes cannot be compressed, so nothing tries to.
  await sql`alter table evidence.tiles alter column hashes set storage external`.execute(db)
  await sql`create index tiles_position on evidence.tiles (position) where level = 0`.execute(db)
}
