import { hash } from 'node:crypto'
import type { JsonValue } from '@ecmr/domain'
import { canonicalJson } from './canonical-json.js'
import type { EventMetadata, NewEvent, RecordedEvent } from './port.js'

/** Everything of an event but its hash. */
export interface UnsealedEvent extends Omit<NewEvent, 'metadata'> {
  readonly metadata: Omit<EventMetadata, 'hash'>
}

/**
 * SHA-256, hex, over the canonical JSON (RFC 8785) of an event and its place: stream, revision, id, type, data and
 * metadata. The metadata holds the hash of the event before, so that events cannot be altered, inserted, reordered or
 * removed without a trace. A hash that the metadata already holds is left out.
 *
 * @throws EventNotStorable when the content is not I-JSON, such as half a surrogate pair or an infinite number
 */
export function hashEvent(stream: string, revision: number, event: UnsealedEvent): string {
  const { id, type, data } = event
  const metadata = { ...event.metadata, hash: undefined }
  return sha256({ stream, revision, id, type, data, metadata })
}

/**
 * A recorded event as the canonical JSON (RFC 8785) that its hash is over, with the hash.
 *
 * @throws EventNotStorable as `hashEvent`
 */
export function canonicalEvent({ stream, revision, id, type, data, metadata }: RecordedEvent): string {
  return canonicalJson({ stream, revision, id, type, data, metadata })
}

/** The event with its hash, ready to be appended at this very place. */
export function sealEvent(stream: string, revision: number, event: UnsealedEvent): NewEvent {
  return { ...event, metadata: { ...event.metadata, hash: hashEvent(stream, revision, event) } }
}

/**
 * SHA-256, hex, over the canonical JSON (RFC 8785) of any content.
 *
 * @throws EventNotStorable as `hashEvent`
 */
export function contentHash(content: JsonValue): string {
  return sha256(content)
}

function sha256(content: unknown): string {
  return hash('sha256', canonicalJson(content))
}
