import { randomInt } from 'node:crypto'
import {
  type Checkpoint,
  type EventStore,
  type Position,
  START,
  seenOf,
  storedPosition,
} from '@ecmr/event-store'
import { copyRights } from '@ecmr/postgres'
import pg, { type ClientBase, type Pool } from 'pg'
import { Fenced, loadState, POSITIONS_CHANNEL, type RunnerState, rebuilderOf } from '../runner/checkpoint.js'
import { liveSchema, nextCheckpoint, nextSchema, oldSchema, type Projection } from '../runner/projection.js'
import { inTransaction } from '../runner/transaction.js'
import { applyBatch, type Target } from '../runner/write-batch.js'
import { categoryOf, logPages } from './load.js'

/** The tables that a rebuild of a projection fills. */
export function asideOf<Row>(pool: Pool, projection: Projection<Row>): Target<Row> {
  const { name } = projection
  return { pool, projection, schema: nextSchema(name), checkpoint: nextCheckpoint(name) }
}

/** Makes empty tables next to the live ones, after removing what an interrupted rebuild has left. */
export async function createAside(target: Target<unknown>): Promise<void> {
  await dropAside(target)
  await inTransaction(target.pool, async (db) => {
    await db.query(`create schema ${target.schema}`)
    await target.projection.createTables(db, target.schema)
  })
}

/** Drops the tables aside and all that belongs to them. */
export async function dropAside({ pool, schema, checkpoint }: Target<unknown>): Promise<void> {
  await inTransaction(pool, async (db) => {
    await db.query(`drop schema if exists ${schema} cascade`)
    await db.query('delete from projections.checkpoints where name = $1', [checkpoint])
    await db.query('delete from projections.parked where projection = $1', [checkpoint])
  })
}

/** Indexes the tables aside and gives them a checkpoint, from which on they are written as live ones are. */
export async function finishAside(target: Target<unknown>, upTo: Checkpoint): Promise<RunnerState> {
  const { pool, projection, schema, checkpoint } = target
  await inTransaction(pool, async (db) => {
    await db.query("set local maintenance_work_mem = '128MB'")
    await projection.finish(db, schema)
    // The generation is drawn at random, so that a rebuild does not take another's tables for its own.
    await db.query(
      'insert into projections.checkpoints (name, position, seen, generation) values ($1, $2, $3, $4)',
      [checkpoint, upTo.position, upTo.seen && JSON.stringify(upTo.seen), randomInt(2 ** 31 - 1)],
    )
  })
  return loadState(pool, checkpoint)
}

/** Drops what a rebuild has replaced. Queries that still read it are waited for. */
export async function dropOld(pool: Pool, names: readonly string[]): Promise<void> {
  for (const name of names) await pool.query(`drop schema if exists ${oldSchema(name)} cascade`)
}

/**
 * Runs work while no other process can rebuild the same projections.
 *
 * @throws when another process does already
 */
export async function rebuildingAlone<Result>(
  url: string,
  names: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: 'rebuild', keepAlive: true })
  // A lost lock shows when the tables change hands: the checkpoint aside is another one then.
  client.on('error', () => undefined)
  await client.connect()
  try {
    for (const name of names) {
      const { rows } = await client.query<{ won: boolean }>(
        'select pg_try_advisory_lock(hashtextextended($1, 0)) as won',
        [rebuilderOf(name)],
      )
      if (!rows[0]?.won) throw new Error(`The projection ${name} is being rebuilt or verified already`)
    }
    return await work()
  } finally {
    await client.end().catch(() => undefined)
  }
}

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
