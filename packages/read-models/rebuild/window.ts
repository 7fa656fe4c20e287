import type { EventStore, Position, RecordedEvent } from '@ecmr/event-store'
import { fold, keysOfNew, rowsToLoad } from '../runner/fold.js'
import { holdEvents } from '../runner/hold.js'
import type { RowChange } from '../runner/projection.js'
import { inTransaction } from '../runner/transaction.js'
import type { Target } from '../runner/write-batch.js'
import { writeRows } from './write-rows.js'

/** Most rows that a window keeps in memory. */
const MOST_ROWS = 4_000

/**
 * The rows of one projection and one share of the streams while a rebuild reads the log.
 *
 * Nobody else writes to these tables, so the rows touched last stay in memory and are written when they leave it: a
 * note's events mostly come close together, and then its row is written once.
 */
export class Window<Row> {
  readonly #target: Target<Row>
  readonly #store: Pick<EventStore, 'readStream'>
  /** by key, the one touched last at the end; `before` is the row as the table holds it */
  readonly #rows = new Map<string, RowChange<Row>>()
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
  async take(events: readonly RecordedEvent[], upTo: Position): Promise<void> {
    const { projection, pool, checkpoint } = this.#target
    const known = await this.#known(events)
    const current = new Map([...known].map(([key, { after }]) => [key, after]))
    const { changes, held } = fold(projection, events, current, this.#parked)
    for (const change of changes) {
      this.#rows.delete(change.key)
      this.#rows.set(change.key, { ...change, before: known.get(change.key)?.before })
    }
    for (const { event } of held) this.#parked.add(event.stream)
    if (held.length > 0) await inTransaction(pool, (db) => holdEvents(db, checkpoint, held))
    if (projection.appendOnly) await this.flush(upTo)
    else if (this.#rows.size > MOST_ROWS) await this.#writeOldest(this.#rows.size - MOST_ROWS / 2, upTo)
  }

  /** Writes everything that is in memory. */
  async flush(upTo: Position): Promise<void> {
    await this.#writeOldest(this.#rows.size, upTo)
  }

  async #known(events: readonly RecordedEvent[]): Promise<ReadonlyMap<string, RowChange<Row>>> {
    const { projection, pool, schema } = this.#target
    const known = new Map<string, RowChange<Row>>()
    const missing: string[] = []
    for (const key of keysOfNew(projection, events)) {
      const taken = this.#rows.get(key)
      if (taken) known.set(key, taken)
    }
    for (const key of rowsToLoad(projection, events, this.#parked)) {
      const kept = this.#rows.get(key)
      if (kept) known.set(key, kept)
      else missing.push(key)
    }
    if (missing.length === 0) return known
    const loaded = await inTransaction(pool, (db) => projection.load(db, schema, missing))
    for (const [key, row] of loaded) known.set(key, { key, stream: '', before: row, after: row })
    return known
  }

  async #writeOldest(count: number, upTo: Position): Promise<void> {
    const oldest = [...this.#rows.values()].slice(0, count)
    for (const { key } of oldest) this.#rows.delete(key)
    for (const stream of await writeRows(this.#target, this.#store, oldest, upTo)) this.#parked.add(stream)
  }
}
