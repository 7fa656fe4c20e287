import type { ColumnType, Generated } from 'kysely'

/** The tables of the schema `evidence`. */
export interface EvidenceTables {
  /** The tree over the event log: 1 to 256 hashes in each tile (C2SP `tlog-tiles`). */
  'evidence.tiles': {
    level: number
    index: number
    hashes: Uint8Array
    /** of the event of its last leaf, on level 0; null above */
    position: string | null
    stream: string | null
    revision: number | null
  }
  /** Keys that sign checkpoints, oldest first; each but the first was announced by an event. */
  'evidence.log_keys': {
    place: Generated<number>
    vkey: string
    /** of the first checkpoint that it signed; null: it has signed none */
    from_size: number | null
  }
  'evidence.checkpoints': {
    size: number
    /** base64 */
    root: string
    /** RFC 3339, UTC, milliseconds */
    at: string
    /** with the cosignatures that have come */
    note: string
    /** as the log signed it, which is what is kept outside */
    signed: string
    /** how far the clock of the process that made it was behind `at` */
    clock_behind_ms: number
    made_at: Generated<Date>
    /** when it was kept outside; null: not yet */
    kept_at: ColumnType<Date | null, undefined, Date>
    /** an RFC 3161 answer over the text of the note, DER */
    stamp: ColumnType<Uint8Array | null, undefined, Uint8Array>
    stamped_at: ColumnType<Date | null, undefined, Date>
    stamp_kept_at: ColumnType<Date | null, undefined, Date>
  }
  /** How it goes with sealing: one row. */
  'evidence.sealing': {
    one: Generated<boolean>
    reported_at: Date
    /** sentences */
    problems: Generated<string[]>
    /** why no checkpoint may be signed; null: nothing is in the way */
    halted: string | null
  }
}
