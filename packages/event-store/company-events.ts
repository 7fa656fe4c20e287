import { type CompanyEventType, type JsonObject, SCHEMA_VERSION } from '@ecmr/domain'
import { appendSurely } from './append-surely.js'
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

/** A fact about a company that is about to be appended; its id makes repeats harmless. */
export interface NewCompanyEvent {
  /** UUID */
  readonly id: string
  readonly type: CompanyEventType
  /** RFC 3339, UTC, milliseconds */
  readonly at: string
  readonly data: JsonObject
  readonly actor: Actor
  readonly commandId: string
  readonly correlationId: string
}

const MOST_TRIES = 8
// So many more than those that are sent again may have come after them.
const LOOKED_AT_BESIDES = 200

/**
 * Appends to `company-<id>`; events that stand there already are left out. Nothing is refused: what is appended has
 * happened.
 *
 * Reads the end of the stream only, which grows with every login: who sends events again does so before many others
 * have come after them.
 *
 * @returns the position from which on all of the events are on record
 * @throws StoreUnavailable, OutcomeUnknown: the same events may be sent again
 */
export async function appendCompanyEvents(
  store: Pick<EventStore, 'append' | 'readStreamEnd'>,
  companyId: string,
  events: readonly NewCompanyEvent[],
): Promise<Position> {
  const stream = `company-${companyId}`
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const recorded = await store.readStreamEnd(stream, { limit: events.length + LOOKED_AT_BESIDES })
    const positions = new Map(recorded.map((event) => [event.id, event.position]))
    const missing = events.filter((event) => !positions.has(event.id))
    if (missing.length === 0) return newest(events.map((event) => positions.get(event.id) ?? START))
    const last = recorded.at(-1)
    const sealed = seal(stream, companyId, last, missing)
    const result = await appendSurely(store, stream, last?.revision ?? 'no_stream', sealed)
    if (result.ok) return result.position
  }
  throw new StoreUnavailable(`others kept appending to ${stream}`)
}

function newest(positions: readonly Position[]): Position {
  return positions.reduce((a, b) => (a > b ? a : b), START)
}

function seal(
  stream: string,
  companyId: string,
  last: RecordedEvent | undefined,
  events: readonly NewCompanyEvent[],
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
      actor,
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
