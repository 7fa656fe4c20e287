import type { RecordedEvent } from '@ecmr/event-store'
import { newEvent } from '../../contract/event-store/events.js'

let recorded = 0

/** An event as a log would hold it, each after the last, and what a test wants to be different. */
export function recordedEvent(different: Partial<RecordedEvent> = {}): RecordedEvent {
  recorded += 1
  const position = String(recorded).padStart(20, '0')
  return { ...newEvent(), stream: `ecmr-${recorded}`, revision: 0, position, ...different }
}

export function recordedEvents(count: number): readonly RecordedEvent[] {
  return Array.from({ length: count }, () => recordedEvent())
}
