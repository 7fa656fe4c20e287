import { setTimeout as delay } from 'node:timers/promises'
import { type EventStore, holds, type Position, type SeenEvent, START, seenOf } from '@ecmr/event-store'
import type { Pool } from 'pg'
import { BackupFault } from '../backup-fault.js'
import type { LogPart, Manifest } from '../format/manifest.js'
import { lastLine, type Lines, PART_BYTES, wholeLines } from '../tables/chunks.js'
import { rowsOf } from '../tables/copy.js'
import { quoted } from '../tables/saved-tables.js'
import type { PartWriter } from './part-writer.js'

/** Which product keeps the log. */
export type StoreKind = Manifest['store']

/** The columns of an event in PostgreSQL: all but those that follow from others. */
export const LOG_COLUMNS = [
  'position',
  'stream',
  'revision',
  'id',
  'type',
  'data',
  'metadata',
  'recorded_at',
  'bytes',
  'chain',
] as const

/** Statements stay short: nothing that is vacuumed waits for them, and others have their turn in between. */
const POSITIONS_AT_ONCE = 500
const PAGE = 1_000

/** The log that is saved, and up to where. */
export interface SavedLog {
  readonly kind: StoreKind
  readonly store: Pick<EventStore, 'readAll' | 'readStreamEnd' | 'readChain' | 'previousPosition'>
  readonly pool: Pool
  readonly head: Position
}

/**
 * Saves the log up to its head. Events never change, so the parts of an earlier backup are named again as long as the log
 * is still the one that they were made from.
 *
 * @returns all parts; `isOther`: the log is not the one of the earlier backup, and was saved anew
 */
export async function saveLog(
  log: SavedLog,
  options: {
    readonly writer: PartWriter
    readonly listed: ReadonlySet<string>
    readonly previous: Manifest | undefined
    readonly signal: AbortSignal
    readonly onProgress: (events: number) => void
  },
): Promise<{ readonly log: Manifest['log']; readonly isOther: boolean }> {
  const { writer, previous, signal, onProgress } = options
  const former = (previous?.store === log.kind && previous.log) || undefined
  const isOther = former !== undefined && !(await isOfThisLog(log, former))
  const parts = isOther || !former ? [] : kept(former.parts, options.listed)
  let events = parts.reduce((sum, { rows }) => sum + rows, 0)
  for await (const content of eventsAfter(log, parts.at(-1)?.last.position ?? START)) {
    signal.throwIfAborted()
    parts.push({ ...(await writer.write(content)), last: await lastOf(log, content) })
    events += content.count
    onProgress(events)
  }
  const { position = START } = parts.at(-1)?.last ?? {}
  if (position !== log.head)
    throw new BackupFault(
      'The event log has lost its newest events meanwhile. Check it with "ecmr audit verify".',
    )
  return { log: { events, head: log.head, chain: await chainAt(log, log.head), parts }, isOther }
}

async function isOfThisLog(log: SavedLog, { head, chain, parts }: Manifest['log']): Promise<boolean> {
  const last = parts.at(-1)?.last
  if (last === undefined) return true
  if (head > log.head) return false
  return (await holds(log.store, last)) && (chain === null || (await chainAt(log, head)) === chain)
}

async function chainAt({ store }: SavedLog, at: Position): Promise<string | null> {
  if (at === START || !store.readChain) return null
  const [link] = await store.readChain({ from: at, upTo: at })
  return link?.chain ?? null
}

/** The parts that are still there, in order; a small one at the end is made anew, so that small ones do not become many. */
function kept(parts: readonly LogPart[], listed: ReadonlySet<string>): LogPart[] {
  const gone = parts.findIndex(({ name }) => !listed.has(name))
  const there = gone < 0 ? [...parts] : parts.slice(0, gone)
  const last = there.at(-1)
  if (last && last.plain_bytes < PART_BYTES / 2) there.pop()
  return there
}

async function* eventsAfter(log: SavedLog, after: Position): AsyncGenerator<Lines, void, void> {
  yield* wholeLines(log.kind === 'postgres' ? rowsAfter(log, after) : jsonAfter(log, after))
}

/** Rows as PostgreSQL writes them. */
async function* rowsAfter({ pool, head }: SavedLog, after: Position): AsyncGenerator<Uint8Array, void, void> {
  const columns = LOG_COLUMNS.map(quoted).join(', ')
  const client = await pool.connect()
  let isWhole = false
  try {
    for (let from = Number(after); from < Number(head); from += POSITIONS_AT_ONCE) {
      const upTo = Math.min(from + POSITIONS_AT_ONCE, Number(head))
      const rows = `select ${columns} from log.events where position > ${from} and position <= ${upTo} order by position`
      const began = performance.now()
      for await (const { bytes } of rowsOf(client, `copy (${rows}) to stdout`)) yield bytes
      await restAfter(began)
    }
    isWhole = true
  } finally {
    client.release(!isWhole)
  }
}

/** Events as the port gives them, a line of JSON each. */
async function* jsonAfter(
  { store, head }: SavedLog,
  start: Position,
): AsyncGenerator<Uint8Array, void, void> {
  for (let after = start; after < head; ) {
    const began = performance.now()
    const page = (await store.readAll({ after, limit: PAGE })).filter(({ position }) => position <= head)
    const last = page.at(-1)
    if (last === undefined) return
    yield Buffer.from(page.map((event) => `${JSON.stringify(event)}\n`).join(''))
    after = last.position
    await restAfter(began)
  }
}

/** A rest as long as what began then has taken: half of the processor and of the disk is left to the services. */
const restAfter = (began: number): Promise<void> => delay(performance.now() - began)

async function lastOf({ kind, store }: SavedLog, { bytes }: Lines): Promise<SeenEvent> {
  const line = lastLine(bytes)
  if (kind === 'eventstoredb') return seenOf(JSON.parse(line))
  const position = line.slice(0, line.indexOf('\t')).padStart(16, '0')
  const [event] = await store.readAll({ after: store.previousPosition?.(position) ?? START, limit: 1 })
  if (event?.position !== position)
    throw new BackupFault('The event log has changed while it was read. Check it with "ecmr audit verify".')
  return seenOf(event)
}
