import type { RecordedEvent } from '@ecmr/event-store'
import type { ClientBase } from 'pg'
import type { Queries, Statement } from './statement.js'
import type { Table, TableRecord } from './table.js'

/** Where a runner says what it does; a pino logger fits. */
export interface RunnerLog {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Where a runner counts what it does. */
export interface RunnerMetrics {
  /** events applied and stored in one transaction, and how long that took */
  batch(projection: string, events: number, milliseconds: number): void
  /** an event of an unknown type was passed over */
  skipped(projection: string, type: string): void
  /** a stream was parked */
  parked(projection: string): void
  /** whether it stands still, because the log does not hold what it has seen */
  diverged(projection: string, isDiverged: boolean): void
  /** a batch took too long to write, and was written in halves */
  halved(projection: string): void
  /** writing or reading failed, and the projection begins again at its checkpoint */
  failed(projection: string): void
  /** where the read model stands, every few seconds */
  stands(projection: string, standing: MeasuredStanding): void
}

/** Where a read model stands, in figures. */
export interface MeasuredStanding {
  /** age of the oldest event that it does not show yet; 0 when there is none */
  readonly lagMs: number
  /** streams that are parked now */
  readonly parked: number
  readonly isRebuilt: boolean
  /** events of the log, and those of them that it has passed; absent where the log cannot tell without reading itself */
  readonly events?: { readonly recorded: number; readonly passed: number }
}

/** What came of tidying. */
export interface Tidied {
  readonly hasChanged: boolean
  /** there may be more to do */
  readonly hasMore: boolean
}

/** A row before and after a batch; `before` undefined: it is new. */
export interface RowChange<Row> {
  readonly key: string
  /** the stream whose events make the row */
  readonly stream: string
  readonly before: Row | undefined
  readonly after: Row
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
  /** the events it is made of: stream names before their first dash */
  readonly categories: readonly string[]
  readonly tables: readonly Table[]
  /** Every event makes a row of its own, so that no row ever has to be loaded. */
  readonly appendOnly: boolean
  /** A recorded event in today's shape; everything below takes events of that shape. */
  upcast(event: RecordedEvent): RecordedEvent
  /** Whether it knows an event type; unknown ones are skipped and counted. */
  knows(type: string): boolean
  /** Which row an event belongs to. Two streams never share a row. */
  key(event: RecordedEvent): string
  /**
   * The row after an event.
   *
   * @throws when the event cannot be applied; its stream is then parked
   */
  apply(row: Row | undefined, event: RecordedEvent): Row
  /**
   * The row as records of `tables`, in their order: one, or several; `undefined` for tables that `finish` derives from the
   * others.
   */
  records(row: Row): readonly (TableRecord | readonly TableRecord[] | undefined)[]
  /** Creates the tables in an empty schema, without secondary indexes. */
  createTables(db: ClientBase, schema: string): Promise<void>
  /** Creates secondary indexes, and what is derived from the rows as a whole. */
  finish(db: ClientBase, schema: string): Promise<void>
  load(db: Queries, schema: string, keys: readonly string[]): Promise<ReadonlyMap<string, Row>>
  /**
   * What writes changed rows: a fixed number of statements, however many rows there are. They touch different rows, so that
   * their order does not matter.
   */
  statements(schema: string, changes: readonly RowChange<Row>[]): readonly Statement[]
  /** What is to be done after them in the same transaction, by reading what is stored; undefined, as mostly, when nothing is. */
  followUp?(changes: readonly RowChange<Row>[]): ((db: Queries, schema: string) => Promise<void>) | undefined
  /** Does a little of what writing rows has put off for quieter times. */
  readonly tidy?: (db: Queries, schema: string) => Promise<Tidied>
}

/** The schema that queries read. */
export const liveSchema = (projection: string): string => `rm_${projection}`
/** The schema that a rebuild fills. */
export const nextSchema = (projection: string): string => `rm_${projection}_next`
/** The name of its checkpoint meanwhile. */
export const nextCheckpoint = (projection: string): string => `${projection}_next`
/** The schema that a rebuild has replaced. */
export const oldSchema = (projection: string): string => `rm_${projection}_old`
