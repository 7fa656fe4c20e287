import type { JsonObject } from '@ecmr/domain'
import type { EventMetadata, Position, RecordedEvent } from '@ecmr/event-store'

/** An event of a note, whole, as the history keeps it. */
export interface HistoryRow {
  readonly position: Position
  readonly ecmr_id: string
  readonly company_id: string
  readonly revision: number
  readonly type: string
  readonly event_id: string
  readonly recorded_at: string
  readonly data: JsonObject
  readonly metadata: EventMetadata
}

export function historyRow(event: RecordedEvent): HistoryRow {
  return {
    position: event.position,
    ecmr_id: event.stream.slice('ecmr-'.length),
    company_id: event.metadata.company_id,
    revision: event.revision,
    type: event.type,
    event_id: event.id,
    recorded_at: event.metadata.recorded_at,
    data: event.data,
    metadata: event.metadata,
  }
}
