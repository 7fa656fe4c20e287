import { type EventStore, type Position, START, type VerifyReport, verifyLog } from '@ecmr/event-store'
import { parkedEvents, projectionStatus } from '@ecmr/projections'
import { expectedEvents, projections } from '@ecmr/read-models'
import type { Installation } from '../installation.js'
import { compareCheckpoints } from './compare-checkpoints.js'
import { compareHeads } from './compare-heads.js'
import { compareSeen } from './compare-seen.js'
import type { Problem } from './problem.js'
import { seenEvents } from './seen-events.js'
import { seenHeads, witnesses } from './seen-heads.js'

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
  return {
    problem: 'missing',
    stream: null,
    revision: null,
    position: head,
    type: null,
    recorded_at: null,
    detail: `the log ends at ${head || 'its beginning'}, but the read model ${witness} has seen it up to ${position}; its newest events are cut off`,
  }
}
