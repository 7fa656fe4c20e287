import type { JsonObject } from '@ecmr/domain'
import type { RecordedEvent as EventOfClient, ResolvedEvent } from '@eventstore/db-client'
import { jsonWeight } from '../json-weight.js'
import type { EventMetadata, RecordedEvent } from '../port.js'
import { type LogPosition, toPosition } from './position.js'
import type { RawEvent } from './wire/read-frame.js'

/** An event as it was read. */
type ReadEvent = Pick<EventOfClient, 'streamId' | 'id' | 'type' | 'revision' | 'isJson' | 'created'> & {
  readonly data: unknown
  readonly metadata: unknown
}

/** The same for what comes over the wire. */
export function toRecordedFromRaw(raw: RawEvent): RecordedEvent {
  const { stream, id, revision, position, properties, data, metadata } = raw
  const isJson = properties.get('content-type') === 'application/json'
  const read = {
    streamId: stream,
    id,
    revision,
    isJson,
    type: properties.get('type') ?? '',
    data: isJson ? parsed(data) : data,
    metadata: parsed(metadata),
    created: createdAt(properties.get('created')),
  }
  return toRecorded(read, position)
}

/** What is no JSON stays what it is. */
function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return bytes
  }
}

/** @param ticks of 100 ns since 1970 */
function createdAt(ticks = '0'): Date {
  const created = new Date(Number(ticks) / 10_000)
  return Number.isNaN(created.getTime()) ? new Date(0) : created
}

/**
 * Reads what the client hands out into an event as it was recorded.
 *
 * Others can write to our streams as well. What is not of our form keeps its place and type, and gets what readers
 * count on: projections meet a malformed event of a known type or skip an unknown one, and verifying names it, since
 * it has no hash.
 */
export function toRecorded(event: ReadEvent, position: LogPosition): RecordedEvent {
  const { streamId, id, type, revision, isJson, data, metadata, created } = event
  return {
    stream: streamId,
    revision: Number(revision),
    position: toPosition(position),
    id,
    type,
    data: isJson && isObject(data) ? data : {},
    metadata: isOurs(metadata) ? metadata : completed(metadata, created),
  }
}

function isObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)
  )
}

const TEXTS = ['$correlationId', '$causationId', 'command_id', 'recorded_at', 'company_id', 'hash'] as const

function isOurs(metadata: unknown): metadata is EventMetadata {
  if (!isObject(metadata)) return false
  const {
    actor,
    schema_version,
    prev_hash,
    ecmr_number = '',
    status = '',
    document,
    shared_with,
    traceparent = '',
  } = metadata
  return (
    TEXTS.every((name) => typeof metadata[name] === 'string') &&
    isObject(actor) &&
    ['kind', 'id', 'company_id'].every((name) => typeof actor[name] === 'string') &&
    ['name', 'identified_by'].every((name) => typeof (actor[name] ?? '') === 'string') &&
    typeof schema_version === 'number' &&
    (prev_hash === null || typeof prev_hash === 'string') &&
    typeof ecmr_number === 'string' &&
    typeof status === 'string' &&
    typeof traceparent === 'string' &&
    (document === undefined || isDocument(document)) &&
    (shared_with === undefined || isTexts(shared_with)) &&
    !Number.isNaN(Date.parse(String(metadata.recorded_at)))
  )
}

function isDocument(document: unknown): boolean {
  return (
    isObject(document) &&
    ['document_id', 'kind', 'sha256'].every((name) => typeof document[name] === 'string') &&
    typeof document.version === 'number'
  )
}

function isTexts(list: unknown): boolean {
  return Array.isArray(list) && list.every((one) => typeof one === 'string')
}

/** Metadata that says nothing, but for the texts that are there. */
function completed(metadata: unknown, created: Date): EventMetadata {
  const found = isObject(metadata) ? metadata : {}
  const text = (name: string): string => {
    const value = found[name]
    return typeof value === 'string' ? value : ''
  }
  return {
    $correlationId: text('$correlationId'),
    $causationId: text('$causationId'),
    actor: { kind: 'system', id: '', company_id: '' },
    command_id: text('command_id'),
    schema_version: 1,
    recorded_at: created.toISOString(),
    company_id: text('company_id'),
    prev_hash: null,
    hash: '',
  }
}

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
