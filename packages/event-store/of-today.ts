import { SCHEMA_VERSION, upcast } from '@ecmr/domain'
import type { RecordedEvent } from './port.js'

/** Brings a recorded event to today's shape. What the log holds stays as it is. */
export function ofToday(event: RecordedEvent): RecordedEvent {
  const { schema_version } = event.metadata
  if (schema_version === SCHEMA_VERSION) return event
  return { ...event, ...upcast({ type: event.type, schema_version, data: event.data }) }
}
