import {
  type EventStore,
  holds,
  type Position,
  type RecordedEvent,
  type SeenEvent,
  START,
  type VerifyReport,
  verifyLog,
} from '@ecmr/event-store'
import { leafOf, type TreeFindings, type VerifierKey } from '@ecmr/evidence'
import type { openPool } from '@ecmr/postgres'
import { parkedEvents, projectionStatus } from '@ecmr/projections'
import { expectedEvents, projections } from '@ecmr/read-models'
import type { Installation } from '../installation.js'
import { compareDataKeys } from './data-keys.js'
import { compareHeads, type SeenHead, seenHeads, witnesses } from './heads.js'
import { type Problem, problemAt } from './problem.js'
import { compareSeen, seenEvents } from './seen.js'
import { believedUpTo, openTree, type Since, sinceCheckpoint } from './tree.js'
import { treeProblems } from './tree-problems.js'

/** What `audit verify` found. */
export interface AuditReport {
  readonly ok: boolean
  readonly events: number
  readonly streams: number
  readonly head: Position
  readonly problems: readonly Problem[]
  /** the read models that the ends of the streams were compared with, and how far in the log each has come */
  readonly witnesses: readonly { readonly name: string; readonly position: Position }[]
  /** the tree over the log; null: there are neither a tree nor checkpoints of it */
  readonly tree: TreeReport | null
  /** the size of the checkpoint that was believed; null: none was, and the whole log is verified */
  readonly since: number | null
}

/** The tree that the events of the log make, and the checkpoints that agree with it. */
export interface TreeReport {
  readonly size: number
  /** base64 */
  readonly root: string
  readonly checkpoints: number
  /** the largest one */
  readonly newest: { readonly size: number; readonly place: string } | null
}

export interface VerifyOptions {
  /** of the log, by which checkpoints are verified */
  readonly keys: readonly VerifierKey[]
  /** directories that hold checkpoints, besides EVIDENCE_CHECKPOINTS */
  readonly directories: readonly string[]
  /** file of a checkpoint that is believed: only what came after is verified */
  readonly since: string | undefined
  readonly onProgress: (events: number, total: number | undefined) => void
}

/**
 * Walks the whole log, holding every event against what the history has seen of it and the tree against both, then compares
 * the end of every stream with the read models, and all places that services remember with the log.
 */
export async function verifyEverything(
  installation: Installation,
  { since: file, onProgress, ...options }: VerifyOptions,
): Promise<AuditReport> {
  const { pool, eventStore } = installation
  const store = await eventStore()
  const since = file === undefined ? undefined : await sinceCheckpoint({ pool }, store, file, options.keys)
  const total = await expectedEvents(pool, store)
  const tree = await openTree(installation, options, since)
  const { log, strange, findings } = await walk(installation, store, {
    since,
    tree,
    onProgress: (events) => onProgress(events, total && total - (since?.start.size ?? 0)),
  })
  const status = await projectionStatus(pool, store, projections)
  const head = await store.head()
  const parked = await parkedEvents.list(pool, projections)
  const problems: Problem[] = [...log.broken]
  if (findings) problems.push(...unnamed(problems, treeProblems(findings)))
  const compared = status.filter(({ name }) => witnesses.includes(name))
  for (const { name, position: place } of compared) {
    // What was made from the log in another store has seen the same streams, but at other places.
    const position = store.isPosition(place) ? place : START
    // Where positions have holes, a place behind the newest event is nothing strange.
    if (store.nextPosition && position > head) problems.push(logCutOff(name, position, head))
    const aside = parked.filter(({ projection }) => projection === name).map(({ stream }) => stream)
    const heads = () => goneOn(seenHeads(pool, name), since && log.heads)
    const witness = { name, position, heads }
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
    tree: findings ? treeReport(findings) : null,
    since: since?.size ?? null,
  }
}

/** Of what a read model has seen, the streams that have gone on since a checkpoint; all when there is none. */
async function* goneOn(
  seen: AsyncIterable<SeenHead>,
  heads: VerifyReport['heads'] | undefined,
): AsyncGenerator<SeenHead> {
  for await (const head of seen) if (heads?.has(`ecmr-${head.ecmrId}`) ?? true) yield head
}

function treeReport({ size, root, confirmed: { count, newest } }: TreeFindings): TreeReport {
  return {
    size,
    root: Buffer.from(root).toString('base64'),
    checkpoints: count,
    newest: newest ? { size: newest.size, place: newest.place } : null,
  }
}

async function walk(
  { pool, signal }: Pick<Installation, 'pool' | 'signal'>,
  store: EventStore,
  options: {
    readonly since: Since | undefined
    readonly tree: Awaited<ReturnType<typeof openTree>>
    readonly onProgress: (events: number) => void
  },
): Promise<{
  readonly log: VerifyReport
  readonly strange: readonly Problem[]
  readonly findings: TreeFindings | undefined
}> {
  const { tree, since, onProgress } = options
  const after = believedUpTo(since)
  const parked = (await parkedEvents.list(pool, projections)).filter(
    ({ projection }) => projection === 'history',
  )
  const seen = await seenEvents(pool, after)
  try {
    // What was made from the log in another store knows nothing of the places in this one.
    const isOfThisLog = store.isPosition(seen.position)
    const comparison = isOfThisLog
      ? compareSeen(store, seen, new Set(parked.map(({ stream }) => stream)))
      : undefined
    const keys = compareDataKeys(pool)
    const onPage = async (page: readonly RecordedEvent[]): Promise<void> => {
      await Promise.all([comparison?.take(page), keys.take(page), tree?.take(page.map(leafOf))])
    }
    const log = await verifyLog({ store, after, signal, onProgress, onPage })
    const strange = [...((await comparison?.problems()) ?? []), ...keys.problems()]
    return { log, strange, findings: await tree?.end() }
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
