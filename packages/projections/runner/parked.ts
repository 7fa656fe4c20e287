import type { EventStore, Position, RecordedEvent } from '@ecmr/event-store'
import pg, { type ClientBase, type Pool } from 'pg'
import { type HeldEvent, messageOf } from './fold.js'
import { liveSchema, type Projection } from './projection.js'
import { storeRows } from './store-rows.js'
import { inTransaction, isRefusedRow } from './transaction.js'

/** A stream that a projection has put aside because one of its events cannot be applied. */
export interface ParkedStream {
  readonly projection: string
  readonly stream: string
  /** of the event that cannot be applied */
  readonly position: Position
  readonly type: string
  readonly error: string
  readonly parked_at: string
  /** events waiting, that one included */
  readonly held: number
}

/** What came of a retry: how many events were applied, and the error that stopped it, if any. */
export interface RetryResult {
  readonly applied: number
  readonly error: string | null
}

type Streams = Pick<EventStore, 'readStream'>

/** Parked streams and what the operator can do about them. */
export const parkedEvents = {
  list: listParked,
  /** Applies the held events in order; from the first that still cannot be applied on, they stay parked. */
  retry: (
    pool: Pool,
    store: Streams,
    projection: Projection<unknown>,
    stream: string,
  ): Promise<RetryResult> => applyHeld(pool, store, projection, stream, 0),
  /** Gives the first held event up for good (until the next rebuild) and applies the ones after it. */
  skip: (pool: Pool, store: Streams, projection: Projection<unknown>, stream: string): Promise<RetryResult> =>
    applyHeld(pool, store, projection, stream, 1),
}

async function listParked(
  pool: Pool,
  projections: readonly Projection<unknown>[],
): Promise<readonly ParkedStream[]> {
  const { rows } = await pool.query<Omit<ParkedStream, 'parked_at'> & { parked_at: Date }>(
    `select distinct on (p.projection, p.stream)
       p.projection, p.stream, p.position, p.type, coalesce(p.error, '') as error, p.parked_at,
       count(*) over (partition by p.projection, p.stream) as held
     from projections.parked p where p.projection = any($1)
     order by p.projection, p.stream, p.position`,
    [projections.map(({ name }) => name)],
  )
  return rows.map((row) => ({ ...row, parked_at: row.parked_at.toISOString() }))
}

async function applyHeld(
  pool: Pool,
  store: Streams,
  projection: Projection<unknown>,
  stream: string,
  givenUp: number,
): Promise<RetryResult> {
  const { name } = projection
  return inTransaction(pool, async (db) => {
    // The runner waits for this row, finds the generation changed, and learns anew which streams are parked.
    await db.query('update projections.checkpoints set generation = generation + 1 where name = $1', [name])
    const held = await heldRevisions(db, name, stream)
    for (const revision of held.slice(0, givenUp)) await release(db, name, stream, revision)
    const waiting = new Set(held.slice(givenUp))
    const [first] = waiting
    const events = first === undefined ? [] : await store.readStream(stream, { from: first })
    return applyInOrder(
      db,
      projection,
      events.filter(({ revision }) => waiting.has(revision)).map(projection.upcast),
    )
  })
}

async function applyInOrder(
  db: ClientBase,
  projection: Projection<unknown>,
  events: readonly RecordedEvent[],
): Promise<RetryResult> {
  let applied = 0
  for (const event of events) {
    const error = await applyOne(db, projection, event)
    if (error !== null) {
      await db.query(
        'update projections.parked set error = $4 where projection = $1 and stream = $2 and revision = $3',
        [projection.name, event.stream, event.revision, error],
      )
      return { applied, error }
    }
    await release(db, projection.name, event.stream, event.revision)
    applied++
  }
  return { applied, error: null }
}

async function applyOne(
  db: ClientBase,
  projection: Projection<unknown>,
  event: RecordedEvent,
): Promise<string | null> {
  if (!projection.knows(event.type)) return null
  const schema = liveSchema(projection.name)
  await db.query('savepoint event')
  try {
    const key = projection.key(event)
    const before = projection.appendOnly ? undefined : (await projection.load(db, schema, [key])).get(key)
    // A first event finds no row of its own; a row that is there belongs to another stream, which the insert tells.
    const own = event.revision === 0 ? undefined : before
    await storeRows(db, projection, schema, [
      { key, stream: event.stream, before: own, after: projection.apply(own, event) },
    ])
    return null
  } catch (error) {
    await db.query('rollback to savepoint event')
    if (error instanceof pg.DatabaseError && !isRefusedRow(error)) throw error
    return messageOf(error)
  }
}

async function heldRevisions(db: ClientBase, projection: string, stream: string): Promise<readonly number[]> {
  const { rows } = await db.query<{ revision: number }>(
    'select revision from projections.parked where projection = $1 and stream = $2 order by position',
    [projection, stream],
  )
  return rows.map(({ revision }) => revision)
}

async function release(db: ClientBase, projection: string, stream: string, revision: number): Promise<void> {
  await db.query('delete from projections.parked where projection = $1 and stream = $2 and revision = $3', [
    projection,
    stream,
    revision,
  ])
}

/** Notes events that wait, by reference: the log keeps the events themselves. */
export async function holdEvents(
  db: ClientBase,
  projection: string,
  held: readonly HeldEvent[],
): Promise<void> {
  if (held.length === 0) return
  const records = held.map(({ event: { stream, position, revision, type }, error }) => ({
    projection,
    stream,
    position,
    revision,
    type,
    error,
  }))
  await db.query(
    `insert into projections.parked (projection, stream, position, revision, type, error)
     select projection, stream, position, revision, type, error from json_to_recordset($1)
       as r(projection text, stream text, position text, revision integer, type text, error text)`,
    [JSON.stringify(records)],
  )
}
