import type { Pool } from 'pg'
import { moveCheckpoints, type RunnerState } from './checkpoint.js'
import { fold, messageOf, rowsToLoad } from './fold.js'
import type { RunnerLog } from './projection.js'
import { joinedStatement, type Statement } from './statement.js'
import { after, type Part, type Target, type Written, writeBatch } from './write-batch.js'

/** After a failure or a slow write a projection writes by itself for so long, so that it holds up no other. */
const APART_MS = 10_000
/** How often a failure of all is logged at most. */
const SAY_EVERY_MS = 10_000
/** A write that takes longer is slow. */
const SLOW_MS = 1_000

/** Writes the batches of one projection. */
export type WriteBatch = typeof writeBatch

interface Waiting {
  readonly target: Target<unknown>
  readonly state: RunnerState
  readonly batch: Part
  resolve(written: Written | Promise<Written>): void
}

/** What a batch comes to: statements, or nothing when it has to be written in a transaction of its own. */
interface Prepared extends Waiting {
  readonly statements: readonly Statement[]
  readonly written: Written
}

/**
 * Writes what several projections make of a batch in one statement, which is one transaction and one round trip.
 *
 * Projections that read together come with their batches at the same time; one that comes alone is written alone. Each keeps
 * its own checkpoint and its own fence. Where any of them cannot be written like this (an event is held, a row refused,
 * a checkpoint locked or moved), nothing is, and each goes on in a transaction of its own.
 *
 * @param log gets what was in the way of a statement of all, every ten seconds at most
 */
export function jointWriter(pool: Pool, log?: Pick<RunnerLog, 'warn'>): WriteBatch {
  let waiting: Waiting[] = []
  let saidAt = Number.NEGATIVE_INFINITY
  const apart = new Map<string, number>()

  function write<Row>(target: Target<Row>, state: RunnerState, batch: Part): Promise<Written> {
    if (performance.now() < (apart.get(target.checkpoint) ?? 0)) return writeApart({ target, state, batch })
    return new Promise((resolve) => {
      if (waiting.length === 0) setImmediate(writeWaiting)
      waiting.push({ target, state, batch, resolve })
    })
  }

  function writeWaiting(): void {
    const all = waiting
    waiting = []
    void writeTogether(all)
  }

  async function writeTogether(all: readonly Waiting[]): Promise<void> {
    const began = performance.now()
    const prepared = await Promise.all(all.map((each) => prepare(pool, each)))
    const ready = prepared.filter((each) => each !== undefined)
    const isWritten = ready.length > 1 && (await writeAtOnce(pool, ready, onFailure))
    const isSlow = performance.now() - began > SLOW_MS
    for (const [index, each] of all.entries()) {
      const written = prepared[index]?.written
      if (isSlow) putApart(each)
      each.resolve(isWritten && written ? written : writeApart(each))
    }
  }

  async function writeApart(each: Omit<Waiting, 'resolve'>): Promise<Written> {
    const began = performance.now()
    let isSound = false
    try {
      const written = await writeBatch(each.target, each.state, each.batch)
      isSound = written.held.length === 0 && performance.now() - began < SLOW_MS
      return written
    } finally {
      if (!isSound) putApart(each)
    }
  }

  function onFailure(error: unknown): void {
    if (performance.now() - saidAt < SAY_EVERY_MS) return
    saidAt = performance.now()
    log?.warn({ reason: messageOf(error) }, 'projections cannot be written together; each is written alone')
  }

  function putApart({ target }: Pick<Waiting, 'target'>): void {
    apart.set(target.checkpoint, performance.now() + APART_MS)
  }

  return write
}

// Rows are read before the checkpoint is locked: a writer that changes them moves it or its generation, which is found then.
async function prepare(pool: Pool, waiting: Waiting): Promise<Prepared | undefined> {
  const { target, state, batch } = waiting
  const { projection, schema } = target
  try {
    const events = batch.events.map(projection.upcast)
    const keys = rowsToLoad(projection, events, state.parked)
    const loaded = keys.length > 0 ? await projection.load(pool, schema, keys) : new Map<string, unknown>()
    const { changes, held, unknown } = fold(projection, events, loaded, state.parked)
    if (held.length > 0 || projection.followUp?.(changes)) return undefined
    const statements = projection.statements(schema, changes)
    return { ...waiting, statements, written: { state: after(state, batch, held), unknown, held } }
  } catch {
    return undefined
  }
}

/** Whether they could be written. */
async function writeAtOnce(
  pool: Pool,
  ready: readonly Prepared[],
  onFailure: (error: unknown) => void,
): Promise<boolean> {
  const moves = ready.map(({ target, state, batch }) => ({ name: target.checkpoint, state, to: batch }))
  const { statements, last } = moveCheckpoints(moves)
  const all = joinedStatement([...statements, ...ready.flatMap((each) => each.statements)], last)
  return pool.query(all).then(
    () => true,
    (error: unknown) => {
      onFailure(error)
      return false
    },
  )
}
