import {
  type Checkpoint,
  checkpointAt,
  type EventStore,
  holds,
  type Position,
  type SeenEvent,
  START,
} from '@ecmr/event-store'
import type { openPool } from '@ecmr/postgres'
import { projectionStatus } from '@ecmr/projections'
import { projections } from '@ecmr/read-models'
import { CommandFailed } from '../failure.js'
import type { Installation } from '../installation.js'
import { goneEvents, historySchemas, newestFirst, writeGoneEvents } from './gone-events.js'
import { divergedFollowers, type MovedBack, moveBack } from './move-back.js'

interface ReconcileOptions {
  /** where to write the events that are gone; a name made of the fork unless given */
  readonly out?: string
  /** where to go on, instead of where log and read models agree */
  readonly position?: Position
  readonly dryRun: boolean
}

export interface ReconcileReport {
  /** whether the log holds all that was carried on */
  readonly agrees: boolean
  /** up to here the log and what was made of it agree */
  readonly fork: Position
  readonly head: Position
  /** events that were on record and are not any more */
  readonly gone: number
  /** the file that they were written to; null: there are none, or nothing was to be written */
  readonly file: string | null
  readonly moved: MovedBack
  /** read models that stand still until they are made anew */
  readonly read_models: readonly string[]
}

const NOTHING_MOVED: MovedBack = { followers: [], webhooks: 0, replays: 0 }

/**
 * Brings those who carry events on back to the log that there is, after it was restored from a copy that is older than
 * they are: finds the last event on which log and read models agree, writes what was lost to a file, and moves their
 * places there. It can be run again at any time, and while the services run.
 *
 * @throws CommandFailed with what the operator can do about it
 */
export async function reconcilePlaces(
  installation: Installation,
  options: ReconcileOptions,
): Promise<ReconcileReport> {
  const { pool } = installation
  const store = await installation.eventStore()
  const readModels = (await projectionStatus(pool, store, projections))
    .filter(({ problem }) => problem !== null)
    .map(({ name }) => name)
  const followers = await divergedFollowers(installation, store)
  // What a rebuild has replaced counts only while there are followers that have not been moved back since.
  const histories = followers.length > 0 ? await historySchemas(pool) : ['rm_history']
  const { place, schema } = await findFork(pool, store, histories)
  const head = await store.head()
  const at = options.position === undefined ? place : await placeAt(store, options.position)
  const agrees = followers.length === 0 && readModels.length === 0 && schema === undefined
  const found = { agrees, fork: at.position, head, read_models: readModels }
  if (agrees) return { ...found, gone: 0, file: null, moved: NOTHING_MOVED }
  const lost = schema && goneEvents(pool, store, { schema, after: place.position })
  if (options.dryRun) {
    return {
      ...found,
      gone: lost ? await countAll(lost) : 0,
      file: null,
      moved: { ...NOTHING_MOVED, followers },
    }
  }
  const file = options.out ?? `events-gone-after-${at.position || 'the-start'}.jsonl`
  const gone = lost ? await writeGoneEvents(file, lost) : 0
  const moved = await moveBack(installation, { followers, place: at, head })
  return { ...found, gone, file: gone > 0 ? file : null, moved }
}

async function placeAt(store: EventStore, position: Position): Promise<Checkpoint> {
  if (position === START) return { position, seen: null }
  if (!store.isPosition(position)) throw new CommandFailed(`${position} is not a position in this log.`)
  if (position > (await store.head())) throw new CommandFailed(`The log ends before ${position}.`)
  return { position, seen: null }
}

async function countAll(pages: AsyncIterable<readonly unknown[]>): Promise<number> {
  let count = 0
  for await (const page of pages) count += page.length
  return count
}

/** Up to where a log and a history agree. */
interface Fork {
  /** the last event of a note on which both agree; START when there is none */
  readonly place: Checkpoint
  /** the schema of the history that has seen more than that; undefined: none has */
  readonly schema: string | undefined
}

/**
 * Finds the last event up to which the log and the history of all notes agree.
 *
 * A log that was restored holds the beginning of what the history has seen, so a few look-ups find where that ends:
 * page by page from the newest event on, then by halves.
 *
 * @param schemas where histories are, the one to believe first
 * @throws StoreUnavailable
 */
async function findFork(
  pool: ReturnType<typeof openPool>,
  store: Pick<EventStore, 'readStreamEnd'>,
  schemas: readonly string[],
): Promise<Fork> {
  const forks: Fork[] = []
  for (const schema of schemas) {
    const fork = await forkOf(newestFirst(pool, schema), store)
    if (fork.hasMore) return { place: fork.place, schema }
    forks.push({ place: fork.place, schema: undefined })
  }
  return forks[0] ?? { place: { position: START, seen: null }, schema: undefined }
}

async function forkOf(
  pages: AsyncIterable<readonly SeenEvent[]>,
  store: Pick<EventStore, 'readStreamEnd'>,
): Promise<{ readonly place: Checkpoint; readonly hasMore: boolean }> {
  let hasMore = false
  for await (const page of pages) {
    const oldest = page.at(-1)
    if (oldest && (await holds(store, oldest))) {
      const at = await firstHeld(page, store)
      const seen = page[at] ?? oldest
      return { place: checkpointAt(seen), hasMore: hasMore || at > 0 }
    }
    hasMore = true
  }
  return { place: { position: START, seen: null }, hasMore }
}

/** The first of some events, newest first, that the log holds; it holds all after it. */
async function firstHeld(
  page: readonly SeenEvent[],
  store: Pick<EventStore, 'readStreamEnd'>,
): Promise<number> {
  let [low, high] = [0, page.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    const seen = page[middle]
    if (seen && (await holds(store, seen))) high = middle
    else low = middle + 1
  }
  return low
}
