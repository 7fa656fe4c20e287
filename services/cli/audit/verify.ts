import {
  type EventStore,
  hashEvent,
  holds,
  type Position,
  type RecordedEvent,
  type SeenEvent,
  START,
  type VerifyReport,
  verifyLog,
} from '@ecmr/event-store'
import type { openPool } from '@ecmr/postgres'
import { parkedEvents, projectionStatus } from '@ecmr/projections'
import { expectedEvents, projections } from '@ecmr/read-models'
import type { Installation } from '../installation.js'
import { compareHeads, type SeenHead, seenHeads, witnesses } from './heads.js'
import { type Problem, problemAt } from './problem.js'
import { compareSeen, seenEvents } from './seen.js'

/** What `audit verify` found. */
export interface AuditReport {
  readonly ok: boolean
  readonly events: number
  readonly streams: number
  readonly head: Position
  readonly problems: readonly Problem[]
  /** the read models that the ends of the streams were compared with, and how far in the log each has come */
  readonly witnesses: readonly { readonly name: string; readonly position: Position }[]
}

/**
 * Walks the whole log, holding every event against what the history has seen of it, then compares the end of every
 * stream with the read models, and all checkpoints with the log.
 */
export async function verifyEverything(
  { pool, signal, eventStore }: Installation,
  onProgress: (events: number, total: number | undefined) => void,
): Promise<AuditReport> {
  const store = await eventStore()
  const total = await expectedEvents(pool, store)
  const { log, strange } = await walk({ pool, signal }, store, (events) => onProgress(events, total))
  const status = await projectionStatus(pool, store, projections)
  const head = await store.head()
  const parked = await parkedEvents.list(pool, projections)
  const problems: Problem[] = [...log.broken]
  const compared = status.filter(({ name }) => witnesses.includes(name))
  for (const { name, position: place } of compared) {
    // What was made from the log in another store has seen the same streams, but at other places.
    const position = store.isPosition(place) ? place : START
    // Where positions have holes, a place behind the newest event is nothing strange.
    if (store.nextPosition && position > head) problems.push(logCutOff(name, position, head))
    const aside = parked.filter(({ projection }) => projection === name).map(({ stream }) => stream)
    const witness = { name, position, heads: () => seenHeads(pool, name) }
    problems.push(...(await compareHeads({ store, heads: log.heads, witness, parked: new Set(aside) })))
  }
  problems.push(...unnamed(problems, strange))
  problems.push(...unnamed(problems, await compareCheckpoints(pool, store)))
  return {
    ok: log.ok && problems.length === 0,
    events: log.events,
    streams: log.heads.size,
    head,
    problems,
    witnesses: compared.map(({ name, position }) => ({ name, position })),
  }
}

async function walk(
  { pool, signal }: Pick<Installation, 'pool' | 'signal'>,
  store: EventStore,
  onProgress: (events: number) => void,
): Promise<{ readonly log: VerifyReport; readonly strange: readonly Problem[] }> {
  const parked = (await parkedEvents.list(pool, projections)).filter(
    ({ projection }) => projection === 'history',
  )
  const seen = await seenEvents(pool)
  try {
    // What was made from the log in another store knows nothing of the places in this one.
    const isOfThisLog = store.isPosition(seen.position)
    const comparison = isOfThisLog && compareSeen(store, seen, new Set(parked.map(({ stream }) => stream)))
    const onPage = comparison ? { onPage: comparison.take } : {}
    const log = await verifyLog({ store, signal, onProgress, ...onPage })
    return { log, strange: comparison ? await comparison.problems() : [] }
  } finally {
    seen.close()
  }
}

/** Those that say something of events of which nothing was said before. */
function unnamed(before: readonly Problem[], problems: readonly Problem[]): readonly Problem[] {
  const keyOf = ({ stream, revision }: Problem): string => `${stream}@${revision}`
  const named = new Set(before.filter(({ stream }) => stream !== null).map(keyOf))
  return problems.filter((problem) => !named.has(keyOf(problem)))
}

function logCutOff(witness: string, position: Position, head: Position): Problem {
  const detail = `the log ends at ${head || 'its beginning'}, but the read model ${witness} has seen it up to ${position}; its newest events are cut off`
  return problemAt({ position: head }, 'missing', detail)
}

/**
 * Checks the hash chain of one note's stream, and that it goes as far as the history has seen it.
 *
 * @param seen what the history knows of the stream's end, if anything
 */
export async function verifyNote(
  store: Pick<EventStore, 'readStream'>,
  events: readonly RecordedEvent[],
  seen: SeenHead | undefined,
): Promise<readonly Problem[]> {
  const chain = events.flatMap((event, index) => {
    const detail = fault(event, index, events[index - 1])
    return detail === undefined ? [] : [changed(event, detail)]
  })
  const heads = new Map(
    events.map(({ stream, revision, position, metadata }) => [
      stream,
      { revision, position, hash: metadata.hash },
    ]),
  )
  const witness = {
    name: 'history',
    position: START,
    async *heads() {
      if (seen !== undefined) yield seen
    },
  }
  return [...chain, ...(await compareHeads({ store, heads, witness, parked: new Set() }))]
}

function changed({ stream, revision, position, type, metadata }: RecordedEvent, detail: string): Problem {
  return { problem: 'changed', stream, revision, position, type, recorded_at: metadata.recorded_at, detail }
}

function fault(event: RecordedEvent, index: number, previous: RecordedEvent | undefined): string | undefined {
  const { stream, revision, id, type, data, metadata } = event
  if (revision !== index) return `event ${index} is missing before it`
  if (metadata.prev_hash !== (previous?.metadata.hash ?? null)) {
    return 'it does not follow the event before it: its prev_hash is another'
  }
  const { hash, ...rest } = metadata
  if (hashEvent(stream, revision, { id, type, data, metadata: rest }) !== hash) {
    return 'its content is not what was recorded: its hash is another'
  }
  return undefined
}

const CHECKPOINTS = `
  select 'the read model ' || name as name, seen from projections.checkpoints where seen->>'position' = position
  union all
  select 'the ' || name as name, seen from broker.checkpoints where seen->>'position' = position`

/** Names the events of checkpoints that the log does not hold there. */
async function compareCheckpoints(
  pool: ReturnType<typeof openPool>,
  store: Pick<EventStore, 'readStreamEnd' | 'isPosition'>,
): Promise<readonly Problem[]> {
  const { rows } = await pool.query<{ readonly name: string; readonly seen: SeenEvent }>(CHECKPOINTS)
  const problems: Problem[] = []
  for (const { name, seen } of rows) {
    if (!store.isPosition(seen.position) || (await holds(store, seen))) continue
    const { stream, revision, position } = seen
    const detail = `${name} has come to this event; the log does not hold it there: it was cut off, or moved`
    problems.push(problemAt({ stream, revision, position }, 'missing', detail))
  }
  return problems
}
