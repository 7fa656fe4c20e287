import { type Kysely, type Migration, sql } from 'kysely'

/*
 * What an append takes, without an event: the lock, a new page of a file, and a commit that is flushed. Emptying the
 * table gives it a new file, so that each time a page is asked of the disk, which a full one refuses.
 */
const probe = `
  create table log.write_probe (probed_at timestamptz not null);
  create function log.probe_writes() returns void language plpgsql as $$
  begin
    perform pg_advisory_xact_lock(hashtextextended('ecmr:log', 0));
    truncate log.write_probe;
    insert into log.write_probe values (clock_timestamp());
  end $$`

/** Finding out whether appends would be taken. */
export const writeProbe: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(probe).execute(db)
  },
}
