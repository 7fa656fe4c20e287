import { randomInt } from 'node:crypto'
import type { Checkpoint } from '@ecmr/event-store'
import pg, { type Pool } from 'pg'
import { loadState, type RunnerState, rebuilderOf } from '../runner/checkpoint.js'
import { nextCheckpoint, nextSchema, oldSchema, type Projection } from '../runner/projection.js'
import { inTransaction } from '../runner/transaction.js'
import type { Target } from '../runner/write-batch.js'

/** The tables that a rebuild of a projection fills. */
export function asideOf<Row>(pool: Pool, projection: Projection<Row>): Target<Row> {
  const { name } = projection
  return { pool, projection, schema: nextSchema(name), checkpoint: nextCheckpoint(name) }
}

/** Makes empty tables beside the live ones. Whatever an earlier rebuild has left half done goes first. */
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
