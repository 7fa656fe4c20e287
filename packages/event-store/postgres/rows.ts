import type { JsonObject } from '@ecmr/domain'
import type { EventMetadata, RecordedEvent } from '../port.js'
import { toPosition } from './position.js'

/** The columns of an event, in the form that `toEvent` reads. */
export const COLUMNS = `e.position, e.stream, e.revision, e.id, e.type, e.data, e.metadata,
  to_char(e.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as recorded_at`

/** A row of log.events. */
export interface EventRow {
  readonly position: number
  readonly stream: string
  readonly revision: number
  readonly id: string
  readonly type: string
  readonly data: JsonObject
  readonly metadata: Omit<EventMetadata, 'recorded_at'>
  readonly recorded_at: string
}

/** Reads a row into an event as it was recorded. */
export function toEvent(row: EventRow): RecordedEvent {
  const { stream, revision, id, type, data, recorded_at } = row
  const metadata = { recorded_at, ...row.metadata }
  return { stream, revision, position: toPosition(row.position), id, type, data, metadata }
}
