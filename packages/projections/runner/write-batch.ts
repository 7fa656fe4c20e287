import { seenOf } from '@ecmr/event-store'
import type { ClientBase, Pool } from 'pg'
import type { Batch } from './batches.js'
import { moveCheckpoint, type RunnerState } from './checkpoint.js'
import { type Fold, fold, type HeldEvent, messageOf, rowsToLoad } from './fold.js'
import { holdEvents } from './parked.js'
import type { Projection } from './projection.js'
import { storeRows } from './store-rows.js'
import { inTransaction, isRefusedRow, isTooSlow } from './transaction.js'

/** A set of tables that events are written to, and the checkpoint that goes with it. */
export interface Target<Row> {
  readonly pool: Pool
  readonly projection: Projection<Row>
  readonly schema: string
  readonly checkpoint: string
  /** called with each batch that takes too long to write, and is written in halves */
  readonly onTooSlow?: (error: Error, events: number) => void
}

/** What is written of a batch. */
export type Part = Omit<Batch, 'bytes'>

/** What became of a batch. */
export interface Written {
  readonly state: RunnerState
  readonly unknown: Fold<unknown>['unknown']
  readonly held: readonly HeldEvent[]
}

const ATTEMPTS = 3

/**
 * Writes a batch and its checkpoint in one transaction.
 *
 * If the database refuses a row, the batch is written in halves, and those in halves, until the event stands alone
 * that it came from. That one is tried again and then parked. If the database takes too long, the batch is written in
 * halves as well; a single event that takes too long throws.
 *
 * @throws Fenced when another process has written to the read model
 */
export async function writeBatch<Row>(
  target: Target<Row>,
  state: RunnerState,
  batch: Part,
): Promise<Written> {
  let error: unknown
  for (let attempt = 1; attempt <= (batch.events.length > 1 ? 1 : ATTEMPTS); attempt++) {
    try {
      return await writeAtOnce(target, state, batch)
    } catch (refusal) {
      const isSplit = isTooSlow(refusal) && batch.events.length > 1
      if (isSplit) target.onTooSlow?.(refusal, batch.events.length)
      else if (!isRefusedRow(refusal)) throw refusal
      error = refusal
    }
  }
  return batch.events.length > 1
    ? writeInHalves(target, state, batch)
    : parkBatch(target, state, batch, error)
}

async function writeAtOnce<Row>(target: Target<Row>, state: RunnerState, batch: Part): Promise<Written> {
  return inTransaction(target.pool, (db) => applyBatch(db, target, state, batch))
}

/**
 * Applies a batch inside a transaction.
 *
 * @throws Fenced when another process has written to the read model
 */
export async function applyBatch<Row>(
  db: ClientBase,
  { projection, schema, checkpoint }: Omit<Target<Row>, 'pool'>,
  state: RunnerState,
  batch: Part,
): Promise<Written> {
  await moveCheckpoint(db, checkpoint, state, batch)
  const events = batch.events.map(projection.upcast)
  const keys = rowsToLoad(projection, events, state.parked)
  const loaded = keys.length > 0 ? await projection.load(db, schema, keys) : new Map<string, Row>()
  const { changes, held, unknown } = fold(projection, events, loaded, state.parked)
  await storeRows(db, projection, schema, changes)
  await holdEvents(db, checkpoint, held)
  return { state: after(state, batch, held), unknown, held }
}

async function writeInHalves<Row>(target: Target<Row>, state: RunnerState, batch: Part): Promise<Written> {
  const middle = batch.events.length >> 1
  const events = batch.events.slice(0, middle)
  const last = events.at(-1)
  const first = await writeBatch(target, state, {
    events,
    position: last?.position ?? batch.position,
    seen: last ? seenOf(last) : batch.seen,
  })
  const rest = { ...batch, events: batch.events.slice(middle) }
  const second = await writeBatch(target, first.state, rest)
  return {
    state: second.state,
    unknown: [...first.unknown, ...second.unknown],
    held: [...first.held, ...second.held],
  }
}

async function parkBatch<Row>(
  target: Target<Row>,
  state: RunnerState,
  batch: Part,
  error: unknown,
): Promise<Written> {
  const held = batch.events.map((event) => ({ event, error: messageOf(error) }))
  await inTransaction(target.pool, async (db) => {
    await moveCheckpoint(db, target.checkpoint, state, batch)
    await holdEvents(db, target.checkpoint, held)
  })
  return { state: after(state, batch, held), unknown: [], held }
}

/** The state of a runner once a batch has been written. */
export function after(state: RunnerState, batch: Part, held: readonly HeldEvent[]): RunnerState {
  const parked =
    held.length > 0 ? new Set([...state.parked, ...held.map(({ event }) => event.stream)]) : state.parked
  return { ...state, position: batch.position, seen: batch.seen, parked }
}
