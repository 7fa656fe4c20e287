import type { Pool } from 'pg'
import {
  type AppendResult,
  EventNotStorable,
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
} from '../port.js'
import { type EncodedEvent, encodeEvents } from '../storable.js'
import { groupCommit } from './group-commit.js'
import { appendError, storeUnavailable } from './query.js'
import { toPosition } from './rows.js'

const APPEND = { name: 'log.append', text: 'select * from log.append($1::jsonb)' }

/** One append of a group, as JSON whose members that depend on the group are yet to come. */
interface Append {
  readonly stream: string
  /** an object without its opening brace, and so is each event */
  readonly claim: string
  readonly events: readonly string[]
  readonly bytes: number
}

interface AppendRow {
  readonly n: number
  readonly ok: boolean
  readonly revision: number
  readonly position: number
  readonly actual: number
}

/**
 * The most groups under way at a time, and so the connections that appending takes. While one group holds the lock,
 * the other's JSON is sent and parsed.
 */
export const GROUPS = 2

/** Appends over a pool's connections, grouping the appends of concurrent callers. */
export function appender(pool: Pool): EventStore['append'] {
  const handle = (group: readonly Append[]): ReturnType<typeof writeGroup> => writeGroup(pool, group)
  const commit = groupCommit({ handle, groups: GROUPS, what: 'appends' })
  return async (stream, expected, events) => commit(toAppend(stream, expected, events))
}

function toAppend(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Append {
  const revision = expected === 'no_stream' ? -1 : expected
  const claim = `"stream":${JSON.stringify(stream)},"expected":${revision},"size":${events.length}}`
  const texts = encodeEvents(stream, events).map((event, index) => `"i":${index + 1},${toText(event)}}`)
  return { stream, claim, events: texts, bytes: texts.reduce((sum, text) => sum + text.length, 0) }
}

function toText({ event, data, bytes }: EncodedEvent): string {
  const { recorded_at, ...metadata } = event.metadata
  const { id, type } = event
  const identity = `"id":"${id}","type":${JSON.stringify(type)},"recorded_at":"${recorded_at}"`
  return `${identity},"bytes":${bytes},"data":${data},"metadata":${JSON.stringify(metadata)}`
}

async function writeGroup(pool: Pool, group: readonly Append[]): Promise<readonly (AppendResult | Error)[]> {
  try {
    return await write(pool, group)
  } catch (error) {
    if (!(error instanceof EventNotStorable)) throw error
    return group.length === 1 ? [error] : writeOneByOne(pool, group)
  }
}

/** One of the group cannot be stored. Nothing of it was, so each is tried alone and only the culprit fails. */
async function writeOneByOne(
  pool: Pool,
  group: readonly Append[],
): Promise<readonly (AppendResult | Error)[]> {
  const results: (AppendResult | Error)[] = []
  for (const append of group) {
    const alone = await writeGroup(pool, [append]).catch((error: Error) => [error])
    results.push(...alone)
  }
  return results
}

async function write(pool: Pool, group: readonly Append[]): Promise<readonly AppendResult[]> {
  const client = await pool.connect().catch((error: unknown) => {
    throw storeUnavailable(error)
  })
  try {
    const { rows } = await client.query<AppendRow>({ ...APPEND, values: [inTurns(group)] })
    client.release()
    const results: AppendResult[] = []
    for (const row of rows) results[row.n] = toResult(row)
    return results
  } catch (error) {
    const meaning = appendError(error)
    client.release(!(meaning instanceof EventNotStorable))
    throw meaning
  }
}

/** The parameter of log.append(): the second append to a stream stands in the second turn, and so on. */
function inTurns(group: readonly Append[]): string {
  const turnOf = new Map<string, number>()
  const turns: { readonly appends: string[]; readonly events: string[] }[] = []
  group.forEach(({ stream, claim, events }, n) => {
    const turn = turnOf.get(stream) ?? 0
    turnOf.set(stream, turn + 1)
    const { appends, events: texts } = turns[turn] ?? { appends: [], events: [] }
    turns[turn] = { appends, events: texts }
    appends.push(`{"n":${n},${claim}`)
    for (const event of events) texts.push(`{"n":${n},${event}`)
  })
  const texts = turns.map(({ appends, events }) => `{"appends":[${appends}],"events":[${events}]}`)
  return `[${texts}]`
}

function toResult({ ok, revision, position, actual }: AppendRow): AppendResult {
  if (ok) return { ok, revision, position: toPosition(position) }
  return { ok, reason: 'wrong_expected_version', actual: actual === -1 ? null : actual }
}
