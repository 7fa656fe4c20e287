import type { RecordedEvent } from '@ecmr/event-store'
import type { Kysely } from 'kysely'

/** The row before and after a batch; `before` undefined: new, `after` undefined: none. */
export interface RowChange<Row> {
  readonly key: string
  readonly before: Row | undefined
  readonly after: Row | undefined
}

/**
 * A read model: how its tables look and what each event does to them.
 *
 * `apply` is pure. Live running, rebuilding and verifying all use the same one; they differ only in where rows are
 * read from and how they are written.
 */
export interface Projection<Row> {
  /** also the name of its Postgres schema, `rm_<name>` */
  readonly name: string
  readonly categories: readonly string[]
  /** Which row an event belongs to; all events of one stream share it. */
  key(event: RecordedEvent): string
  /** The row after an event. Event types of no interest return the row as it was. */
  apply(row: Row | undefined, event: RecordedEvent): Row | undefined
  /** Creates the tables, without secondary indexes, in an empty schema. */
  createTables(db: Kysely<unknown>, schema: string): Promise<void>
  /** Creates secondary indexes and what is derived from the rows as a whole (counters). */
  finish(db: Kysely<unknown>, schema: string): Promise<void>
  load(db: Kysely<unknown>, schema: string, keys: readonly string[]): Promise<ReadonlyMap<string, Row>>
  store(db: Kysely<unknown>, schema: string, changes: readonly RowChange<Row>[]): Promise<void>
}
