import { type EventStore, jsonWeight, type Position, type RecordedEvent } from '@ecmr/event-store'
import { fold, keysOfNew, rowsToLoad } from '../runner/fold.js'
import { holdEvents } from '../runner/parked.js'
import type { RowChange } from '../runner/projection.js'
import { inTransaction } from '../runner/transaction.js'
import type { Target } from '../runner/write-batch.js'
import { writeRows } from './write-rows.js'

/** Most rows that a window keeps in memory, and about what they take at most. */
const MOST_ROWS = 4_000
const MOST_BYTES = 8 * 1024 * 1024

/** A row in memory. */
interface Kept<Row> {
  readonly change: RowChange<Row>
  readonly bytes: number
}

/**
 * The rows of one projection and one share of the streams while a rebuild reads the log.
 *
 * No other process writes to these tables, so the rows touched last stay in memory and are written when they leave it: a
 * note's events mostly come close together, and then its row is written once.
 */
export class Window<Row> {
  readonly #target: Target<Row>
  readonly #store: Pick<EventStore, 'readStream'>
  /** by key, the one touched last at the end; `before` is the row as the table holds it */
  readonly #rows = new Map<string, Kept<Row>>()
  #bytes = 0
  readonly #parked = new Set<string>()

  constructor(target: Target<Row>, store: Pick<EventStore, 'readStream'>) {
    this.#target = target
    this.#store = store
  }

  /** How many streams were put aside. */
  get parked(): number {
    return this.#parked.size
  }

  /** Applies the next events of its streams; `upTo` is how far the log has been read. */
  async take(recorded: readonly RecordedEvent[], upTo: Position): Promise<void> {
    const { projection, pool, checkpoint } = this.#target
    const events = recorded.map(projection.upcast)
    const known = await this.#known(events)
    const current = new Map([...known].map(([key, { after }]) => [key, after]))
    const { changes, held } = fold(projection, events, current, this.#parked)
    for (const change of changes) {
      this.#keep({ ...change, before: known.get(change.key)?.before })
    }
    for (const { event } of held) this.#parked.add(event.stream)
    if (held.length > 0) await inTransaction(pool, (db) => holdEvents(db, checkpoint, held))
    if (projection.appendOnly) await this.flush(upTo)
    else await this.#makeRoom(upTo)
  }

  /** Writes everything that is in memory. */
  async flush(upTo: Position): Promise<void> {
    await this.#writeOldest(this.#rows.size, upTo)
  }

  #keep(change: RowChange<Row>): void {
    this.#forget(change.key)
    // What is only added is written after each page.
    const bytes = this.#target.projection.appendOnly ? 0 : jsonWeight(change.after)
    this.#rows.set(change.key, { change, bytes })
    this.#bytes += bytes
  }

  #forget(key: string): void {
    this.#bytes -= this.#rows.get(key)?.bytes ?? 0
    this.#rows.delete(key)
  }

  /** Writes the rows that were touched longest ago, half of what may be kept, when it is too much. */
  async #makeRoom(upTo: Position): Promise<void> {
    const { size } = this.#rows
    if (size <= MOST_ROWS && this.#bytes <= MOST_BYTES) return
    let bytes = this.#bytes
    let count = 0
    for (const row of this.#rows.values()) {
      if (size - count <= MOST_ROWS / 2 && bytes <= MOST_BYTES / 2) break
      bytes -= row.bytes
      count++
    }
    await this.#writeOldest(count, upTo)
  }

  async #known(events: readonly RecordedEvent[]): Promise<ReadonlyMap<string, RowChange<Row>>> {
    const { projection, pool, schema } = this.#target
    const known = new Map<string, RowChange<Row>>()
    const missing: string[] = []
    for (const key of keysOfNew(projection, events)) {
      const taken = this.#rows.get(key)
      if (taken) known.set(key, taken.change)
    }
    for (const key of rowsToLoad(projection, events, this.#parked)) {
      const kept = this.#rows.get(key)
      if (kept) known.set(key, kept.change)
      else missing.push(key)
    }
    if (missing.length === 0) return known
    const loaded = await inTransaction(pool, (db) => projection.load(db, schema, missing))
    for (const [key, row] of loaded) known.set(key, { key, stream: '', before: row, after: row })
    return known
  }

  async #writeOldest(count: number, upTo: Position): Promise<void> {
    const oldest = [...this.#rows.values()].slice(0, count).map(({ change }) => change)
    for (const { key } of oldest) this.#forget(key)
    for (const stream of await writeRows(this.#target, this.#store, oldest, upTo)) this.#parked.add(stream)
  }
}
