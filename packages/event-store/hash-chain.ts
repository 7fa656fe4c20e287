import type { JsonValue } from '@ecmr/domain'
import type { EventMetadata, NewEvent } from './port.js'

/** Everything of an event but its hash. */
export type UnsealedEvent = Omit<NewEvent, 'metadata'> & { readonly metadata: Omit<EventMetadata, 'hash'> }

/** SHA-256, hex, over the canonical JSON (RFC 8785) of an event and its place. */
export function hashEvent(_stream: string, _revision: number, _event: UnsealedEvent): string {
  throw new Error('not yet')
}

/** The event with its hash. */
export function sealEvent(_stream: string, _revision: number, _event: UnsealedEvent): NewEvent {
  throw new Error('not yet')
}

/** SHA-256, hex, over the canonical JSON (RFC 8785) of any content. */
export function contentHash(_content: JsonValue): string {
  throw new Error('not yet')
}
