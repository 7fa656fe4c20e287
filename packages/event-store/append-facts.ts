import { type JsonObject, SCHEMA_VERSION } from '@ecmr/domain'
import { appendWithRetry } from './append-with-retry.js'
import { sealEvent } from './hash-chain.js'
import {
  type Actor,
  type EventStore,
  type NewEvent,
  type Position,
  type RecordedEvent,
  START,
  StoreUnavailable,
} from './port.js'

/** Something that has happened and is about to be appended; its id makes repeats harmless. */
export interface NewFact {
  /** UUID */
  readonly id: string
  readonly type: string
  /** RFC 3339, UTC, milliseconds; the same whenever the event is sent again */
  readonly at: string
  readonly data: JsonObject
  readonly actor: Actor
  readonly commandId: string
  readonly correlationId: string
}

const MOST_TRIES = 8
/** Nearly always nothing has been recorded since, and the newest event alone is needed. */
const FIRST_PAGE = 4
const PAGE = 100

/**
 * Appends to one stream, all or none; events that stand there already are left out, however many others have come
 * after them and whichever process appended them. Nothing is refused: what is appended has happened.
 *
 * Exact on every store: no event is recorded with an earlier time than its own `at`, and times never decrease within
 * the stream, so a repeat can only stand among those recorded since then. These are read, and an append that others
 * overtake is made anew, after reading again.
 *
 * @param to.companyId the company that owns the stream
 * @returns the position from which on all of the events are on record
 * @throws EventNotStorable none was appended, and at least one never will be
 * @throws StoreUnavailable, OutcomeUnknown: the same events may be sent again
 */
export async function appendFacts(
  store: Pick<EventStore, 'append' | 'readStreamEnd'>,
  to: { readonly stream: string; readonly companyId: string },
  events: readonly NewFact[],
): Promise<Position> {
  const { stream, companyId } = to
  const oldest = events.reduce((at, event) => (event.at < at ? event.at : at), LAST_INSTANT)
  const ids = new Set(events.map((event) => event.id))
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const { last, positions } = await recordedSince(store, stream, oldest, ids)
    const missing = events.filter((event) => !positions.has(event.id))
    if (missing.length === 0) return newest([...positions.values()])
    const sealed = seal(stream, companyId, last, missing)
    const result = await appendWithRetry(store, stream, last?.revision ?? 'no_stream', sealed)
    if (result.ok) return result.position
  }
  throw new StoreUnavailable(`others kept appending to ${stream}`)
}

/** Later than any. */
const LAST_INSTANT = '\u{10ffff}'

interface Recorded {
  /** the newest event of the stream */
  readonly last: RecordedEvent | undefined
  /** those that were looked for and stand there, and where */
  readonly positions: ReadonlyMap<string, Position>
}

/** Which of some events were recorded at an instant or later, one page of the stream at a time, from its end. */
async function recordedSince(
  store: Pick<EventStore, 'readStreamEnd'>,
  stream: string,
  at: string,
  ids: ReadonlySet<string>,
): Promise<Recorded> {
  const positions = new Map<string, Position>()
  let page = await store.readStreamEnd(stream, { limit: FIRST_PAGE })
  const last = page.at(-1)
  for (;;) {
    for (const { id, position } of page) if (ids.has(id)) positions.set(id, position)
    const [first] = page
    if (first === undefined || first.metadata.recorded_at < at || positions.size === ids.size)
      return { last, positions }
    page = await store.readStreamEnd(stream, { before: first.revision, limit: PAGE })
  }
}

function newest(positions: readonly Position[]): Position {
  return positions.reduce((a, b) => (a > b ? a : b), START)
}

function seal(
  stream: string,
  companyId: string,
  last: RecordedEvent | undefined,
  events: readonly NewFact[],
): readonly NewEvent[] {
  let recordedAt = last?.metadata.recorded_at ?? ''
  let hash = last?.metadata.hash ?? null
  const before = last?.revision ?? -1
  return events.map(({ id, type, at, data, actor, commandId, correlationId }, index) => {
    // Times never decrease within a stream, whatever the clocks of several processes say.
    recordedAt = at > recordedAt ? at : recordedAt
    const metadata = {
      $correlationId: correlationId,
      $causationId: commandId,
      // What an older version left in an outbox holds a name, too.
      actor: { kind: actor.kind, id: actor.id, company_id: actor.company_id },
      command_id: commandId,
      schema_version: SCHEMA_VERSION,
      recorded_at: recordedAt,
      company_id: companyId,
      prev_hash: hash,
    }
    const sealed = sealEvent(stream, before + 1 + index, { id, type, data, metadata })
    hash = sealed.metadata.hash
    return sealed
  })
}
