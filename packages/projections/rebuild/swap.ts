import {
  type Checkpoint,
  type EventStore,
  type Position,
  START,
  seenOf,
  storedPosition,
} from '@ecmr/event-store'
import { copyRights } from '@ecmr/postgres'
import type { ClientBase } from 'pg'
import { Fenced, POSITIONS_CHANNEL, type RunnerState } from '../runner/checkpoint.js'
import { liveSchema, oldSchema } from '../runner/projection.js'
import { inTransaction } from '../runner/transaction.js'
import { applyBatch, type Target } from '../runner/write-batch.js'
import { categoryOf, logPages } from './log-pages.js'

/**
 * Puts the tables aside in the place of the live ones, with their checkpoint and their parked events, in one
 * transaction. Queries read the old tables until it commits and the new ones from then on, and roles
 * keep their right to read. The runner waits for its checkpoint, finds the generation changed and goes on with the new
 * tables.
 */
export async function swap(
  target: Target<unknown>,
  state: RunnerState,
  store: Pick<EventStore, 'readAll' | 'isPosition'>,
): Promise<void> {
  await inTransaction(target.pool, async (db) => {
    const live = await lockLive(db, target.projection.name)
    // A position of another store's log says nothing about this one; the runner that wrote it stands still.
    const upTo = store.isPosition(live) ? live : state.position
    const place = await level(db, target, state, store, upTo)
    await exchange(db, target, state, place)
  })
}

/** Keeps the runner from writing until the transaction ends. Returns where it stands. */
export async function lockLive(db: ClientBase, projection: string): Promise<Position> {
  const { rows } = await db.query<{ position: Position }>(
    'select position from projections.checkpoints where name = $1 for update',
    [projection],
  )
  return storedPosition(rows[0]?.position ?? START)
}

// The runner may be a few events ahead by now; what readers have seen must not disappear.
async function level(
  db: ClientBase,
  target: Target<unknown>,
  from: RunnerState,
  store: Pick<EventStore, 'readAll'>,
  upTo: Position,
): Promise<Checkpoint> {
  let state = from
  for await (const page of logPages(store, { after: state.position, upTo })) {
    const last = page.at(-1)
    if (!last) continue
    const { categories } = target.projection
    const events = page.filter(({ stream }) => categories.includes(categoryOf(stream)))
    state = (await applyBatch(db, target, state, { events, position: last.position, seen: seenOf(last) }))
      .state
  }
  return state
}

async function exchange(
  db: ClientBase,
  { projection: { name }, schema, checkpoint }: Target<unknown>,
  { generation }: RunnerState,
  { position, seen }: Checkpoint,
): Promise<void> {
  const own = await db.query(
    'delete from projections.checkpoints where name = $1 and position = $2 and generation = $3',
    [checkpoint, position, generation],
  )
  if (own.rowCount !== 1) throw new Fenced(`The tables aside of ${name} were taken by another rebuild`)
  await copyRights(db, liveSchema(name), schema)
  await db.query(`alter schema ${liveSchema(name)} rename to ${oldSchema(name)}`)
  await db.query(`alter schema ${schema} rename to ${liveSchema(name)}`)
  await db.query('delete from projections.parked where projection = $1', [name])
  await db.query('update projections.parked set projection = $1 where projection = $2', [name, checkpoint])
  await db.query(
    `update projections.checkpoints set position = $2, seen = $3, generation = generation + 1, updated_at = now()
     where name = $1 returning pg_notify('${POSITIONS_CHANNEL}', $1 || ' ' || $2)`,
    [name, position, seen && JSON.stringify(seen)],
  )
}
