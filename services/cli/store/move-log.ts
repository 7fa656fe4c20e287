import {
  type CopyPhase,
  type CopyReport,
  copyLog,
  type EventStore,
  LogsDiffer,
  postgresCopyMarks,
} from '@ecmr/event-store'
import { expectedEvents } from '@ecmr/read-models'
import { CommandFailed } from '../failure.js'
import type { Installation, StoreKind } from '../installation.js'
import { progressBar } from '../progress.js'
import { movePlaces } from './move-places.js'
import { compareRoots, moveTree, type SameRoot } from './move-tree.js'
import { servicesAtWork } from './services-at-work.js'

export interface MoveOptions {
  readonly from: StoreKind
  readonly to: StoreKind
  /** whether the services are to work on the copy from now on */
  readonly isSwitch: boolean
  readonly dryRun: boolean
}

export interface MoveReport extends CopyReport {
  readonly seconds: number
  /** places of webhooks and of those who carry events on that were written anew; null: the services were not switched */
  readonly places: number | null
  /** the tree over both logs; null: the services were not switched */
  readonly tree: SameRoot | null
  /** whether the log has been written to since the copy began */
  readonly isBehind: boolean
}

const labels: Readonly<Record<CopyPhase, string>> = {
  compare: 'comparing',
  copy: 'copying',
  verify: 'verifying',
}

/**
 * Copies the log from one store into another and, if the services are to be switched, moves all places to it.
 *
 * @throws CommandFailed with what the operator can do about it
 */
export async function moveLog(installation: Installation, options: MoveOptions): Promise<MoveReport> {
  const { from, to, isSwitch, dryRun } = options
  if (isSwitch) await refuseServices(installation)
  const source = await installation.eventStore({ kind: from })
  const target = await installation.eventStore({ kind: to })
  return copyingAlone(installation, async () => {
    const started = performance.now()
    const copy = await copied(installation, { source, target }, options)
    const isBehind = (await source.readAll({ after: copy.mark.source, limit: 1 })).length > 0
    let places: number | null = null
    let tree: SameRoot | null = null
    if (isSwitch && copy.ok && !dryRun) {
      await refuseServices(installation)
      if (isBehind) throw new CommandFailed(GONE_ON)
      tree = await compareRoots(installation, { source, target, events: copy.mark.events })
      places = await movePlaces(installation, { source, target, to, mark: copy.mark })
      await moveTree(installation, target)
    }
    return { ...copy, places, tree, isBehind, seconds: (performance.now() - started) / 1_000 }
  })
}

const GONE_ON =
  'New events were recorded during the copy, so nothing was switched. Stop every service and run this again.'

async function refuseServices(installation: Installation): Promise<void> {
  const names = await servicesAtWork(installation)
  if (names.length === 0) return
  throw new CommandFailed(
    `Services are running on this database (${names.join(', ')}). Stop them and run this again, or leave out --switch to copy while they run.`,
  )
}

async function copied(
  { pool, signal }: Installation,
  { source, target }: { readonly source: EventStore; readonly target: EventStore },
  { from, to, dryRun }: MoveOptions,
): Promise<CopyReport> {
  const total = await expectedEvents(pool, source)
  const bar = progressBar(labels.compare, 'events')
  try {
    return await copyLog({
      source,
      target,
      marks: postgresCopyMarks(pool, { source: from, target: to }),
      dryRun,
      signal,
      onProgress: (phase, done) =>
        bar.update({ done, total: total && Math.max(done, total), label: labels[phase] }),
    })
  } catch (error) {
    if (signal.aborted) throw new CommandFailed('Interrupted. Run the same command to continue.')
    throw error instanceof LogsDiffer ? refusal(error, to) : error
  } finally {
    bar.stop()
  }
}

function refusal({ message }: LogsDiffer, to: StoreKind): CommandFailed {
  const advice =
    to === 'eventstoredb'
      ? 'Choose an EventStoreDB without streams of this service'
      : 'Choose a database without a log'
  return new CommandFailed(
    `The target is not a copy of the source: ${message}. It was not changed. If it is already in use, it is the newer one: do not copy into it. ${advice}.`,
  )
}

/**
 * Runs work while no other process copies the log of this installation.
 *
 * @throws CommandFailed when another process does
 */
async function copyingAlone<Result>(
  { pool }: Pick<Installation, 'pool'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ won: boolean }>(
      `select pg_try_advisory_lock(hashtextextended('copy of the log', 0)) as won`,
    )
    if (rows[0]?.won !== true) throw new CommandFailed('Another command is already copying the log.')
    return await work()
  } finally {
    // The lock goes with its connection.
    client.release(true)
  }
}
