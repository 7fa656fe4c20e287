import { type EcmrEvent, toEcmrEvent } from '@ecmr/domain'
import type { RecordedEvent } from '@ecmr/event-store'

const read = new WeakMap<RecordedEvent, EcmrEvent>()

/** As `toEcmrEvent`; all projections are given the same event, and its shape is checked once for them all. */
export function readEvent(recorded: RecordedEvent): EcmrEvent | undefined {
  const known = read.get(recorded)
  if (known) return known
  const event = toEcmrEvent(recorded)
  if (event) read.set(recorded, event)
  return event
}
