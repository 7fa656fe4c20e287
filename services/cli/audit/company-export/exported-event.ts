import type { JsonObject } from '@ecmr/domain'
import { canonicalJson, contentHash } from '@ecmr/event-store'

/** An event as a line of an export holds it: without its position, which is another in another store. */
export interface ExportedEvent {
  readonly stream: string
  readonly revision: number
  readonly id: string
  readonly type: string
  readonly data: JsonObject
  readonly metadata: ExportedMetadata
}

interface ExportedMetadata extends JsonObject {
  readonly hash: string
  readonly prev_hash: string | null
  readonly recorded_at: string
  readonly company_id: string
}

/** Reads a line; undefined when it is not what `canonicalEvent` makes. */
export function readEventLine(line: string): ExportedEvent | undefined {
  try {
    const value: unknown = JSON.parse(line)
    if (!isEvent(value)) return undefined
    const { stream, revision, id, type, data, metadata } = value
    const event = { stream, revision, id, type, data, metadata }
    return canonicalJson(event) === line ? event : undefined
  } catch {
    return undefined
  }
}

const TEXTS = ['hash', 'recorded_at', 'company_id'] as const

function isEvent(value: unknown): value is ExportedEvent {
  if (!isObject(value)) return false
  const { stream, revision, id, type, data, metadata } = value
  return (
    [stream, id, type].every((text) => typeof text === 'string') &&
    typeof revision === 'number' &&
    Number.isSafeInteger(revision) &&
    revision >= 0 &&
    isObject(data) &&
    isObject(metadata) &&
    TEXTS.every((name) => typeof metadata[name] === 'string') &&
    (metadata.prev_hash === null || typeof metadata.prev_hash === 'string')
  )
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether an event is what its hash says. */
export function hasItsHash({ metadata, ...event }: ExportedEvent): boolean {
  const { hash, ...rest } = metadata
  return contentHash({ ...event, metadata: rest }) === hash
}

const SHA256 = /^[0-9a-f]{64}$/

/** The SHA-256, hex, of the document that an event says was issued. */
export function issuedDocument({ type, data }: Pick<ExportedEvent, 'type' | 'data'>): string | undefined {
  const { sha256 } = data
  return type === 'DocumentIssued' && typeof sha256 === 'string' && SHA256.test(sha256) ? sha256 : undefined
}
