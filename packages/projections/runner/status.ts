import type { EventStore, Position } from '@ecmr/event-store'
import type { Pool } from 'pg'
import type { Projection } from './projection.js'
import { readStandings, type Standing, type StatusLog } from './standing.js'

/** How a projection is doing. */
export interface ProjectionStatus {
  readonly name: string
  readonly position: Position
  readonly head: Position
  /** events of the log that it has not passed yet; 10,000 may be more where the log has holes */
  readonly lag_events: number
  /** age of the oldest of them in milliseconds */
  readonly lag_ms: number
  /** for how long it has not moved although there are such events, in milliseconds */
  readonly still_ms: number
  /** streams that are parked */
  readonly parked: number
  readonly state: 'up_to_date' | 'catching_up' | 'rebuilding' | 'stopped'
  /** a sentence about what keeps it from going on until an operator acts */
  readonly problem: string | null
}

/** How every projection is doing. */
export async function projectionStatus(
  pool: Pool,
  store: StatusLog,
  projections: readonly Projection<unknown>[],
): Promise<readonly ProjectionStatus[]> {
  const standings = await readStandings(pool, store, projections)
  return Promise.all(standings.map((standing) => statusOf(standing, store)))
}

async function statusOf(
  standing: Standing,
  store: Pick<EventStore, 'readAll' | 'countBetween'>,
): Promise<ProjectionStatus> {
  const { name, position, passed, head, isBehind, lag_ms, still_ms, parked, led, rebuilt, problem } = standing
  const caughtUp = isBehind ? 'catching_up' : 'up_to_date'
  return {
    name,
    position,
    head,
    lag_events: isBehind ? await eventsAhead(store, name, passed, head) : 0,
    lag_ms,
    still_ms,
    parked,
    state: rebuilt ? 'rebuilding' : led && problem === null ? caughtUp : 'stopped',
    problem,
  }
}

type Log = Pick<EventStore, 'readAll' | 'countBetween'>

const PAGE = 1_000
/** Events are not counted beyond this. */
const MOST = 10_000
/** Of large events a page holds few; so many pages are read for one answer, and the next answer goes on from there. */
const MOST_PAGES = 16

/**
 * How many events a projection has not passed yet. In a log with holes they are counted, up to 10,000 or some 64 MB at a
 * time, and what was counted is remembered: however often one asks, each event is read once.
 *
 * @param name of the projection
 * @param after where it stands
 * @param head of the log
 */
export async function eventsAhead(
  store: Log,
  name: string,
  after: Position,
  head: Position,
): Promise<number> {
  return store.countBetween?.(after, head) ?? countersOf(store, name).count(after, head)
}

const counters = new WeakMap<Log, Map<string, Counter>>()

function countersOf(store: Log, name: string): Counter {
  const known = counters.get(store) ?? new Map<string, Counter>()
  counters.set(store, known)
  const counter = known.get(name) ?? new Counter(store)
  known.set(name, counter)
  return counter
}

/** The positions of the events that lie ahead of a place, as far as they have been read. */
class Counter {
  readonly #store: Log
  #positions: Position[] = []
  #from: Position = ''
  #upTo: Position = ''
  #last: Promise<number> = Promise.resolve(0)

  constructor(store: Log) {
    this.#store = store
  }

  /** A caller that asks while another answer is being looked for waits for its turn. */
  count(after: Position, head: Position): Promise<number> {
    const count = (): Promise<number> => this.#count(after, head)
    this.#last = this.#last.then(count, count)
    return this.#last
  }

  async #count(after: Position, head: Position): Promise<number> {
    this.#moveTo(after)
    for (let pages = 0; pages < MOST_PAGES; pages++) {
      if (this.#upTo >= head || this.#positions.length >= MOST) break
      const page = await this.#store.readAll({ after: this.#upTo, limit: PAGE })
      for (const { position } of page) this.#positions.push(position)
      this.#upTo = page.at(-1)?.position ?? head
    }
    return this.#positions.filter((position) => position <= head).length
  }

  #moveTo(after: Position): void {
    // What lies before the place was never read, or was forgotten.
    const isKnown = after >= this.#from && after <= this.#upTo
    this.#positions = isKnown ? this.#positions.filter((position) => position > after) : []
    if (!isKnown) this.#upTo = after
    this.#from = after
  }
}
