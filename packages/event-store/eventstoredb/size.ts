import type { RecordedEvent as EventOfClient, ResolvedEvent } from '@eventstore/db-client'
import { jsonWeight } from '../json-weight.js'

/** The most that is read at once, by `sizeOfEvent`; a larger event is read alone. */
export const PAGE_BYTES = 4 * 1024 * 1024

/** About what an event takes: the client does not tell how many bytes came over the wire. */
export function sizeOfEvent({ data, metadata }: Pick<EventOfClient, 'data' | 'metadata'>): number {
  return sizeOfPart(data) + sizeOfPart(metadata)
}

/** The same for what reads hand out. */
export function sizeOfResolved({ event }: ResolvedEvent): number {
  return event ? sizeOfEvent(event) : 0
}

function sizeOfPart(part: unknown): number {
  return part instanceof Uint8Array ? part.length : jsonWeight(part)
}
