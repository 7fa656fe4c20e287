import { createHash } from 'node:crypto'
import { dataForOthers, fieldNames, type JsonObject, type JsonValue } from '@ecmr/domain'
import {
  type EventMetadata,
  type EventStore,
  type Position,
  type RecordedActor,
  START,
} from '@ecmr/event-store'
import type { Pool } from 'pg'

/** One field's old and new value; `null` stands for absent. */
export interface FieldChange {
  readonly field: string
  readonly old: JsonValue
  readonly new: JsonValue
}

/** One event of a note, as its history and the company's change feed show it. */
export interface HistoryEntry {
  readonly position: Position
  readonly ecmr_id: string
  readonly ecmr_number: string
  /** the note's version after the event */
  readonly version: number
  readonly type: string
  readonly recorded_at: string
  /** shown by `withActorNames`: who acted for another company than the reader's is none of the reader's business */
  readonly actor: RecordedActor
  readonly changes: readonly FieldChange[]
  readonly reason: string | null
  /** not stated, but implied by what came after */
  readonly inferred: boolean
  /** the event's data; of a drawn signature only the SHA-256 (hex) of its data URL, as `signature_image_sha256` */
  readonly data: JsonObject
  readonly hash: string
  readonly prev_hash: string | null
}

/** An event as the history keeps it. */
export interface KeptEvent {
  readonly position: Position
  readonly ecmr_id: string
  readonly revision: number
  readonly type: string
  readonly data: JsonObject
  readonly metadata: EventMetadata
}

/**
 * An event as a person or a program reads it.
 *
 * @param isOwn whether the company that reads it is the one that the note belongs to
 */
export function historyEntry(kept: KeptEvent, isOwn = true): HistoryEntry {
  const { position, ecmr_id, revision, type, metadata } = kept
  const data = isOwn ? kept.data : dataForOthers(type, kept.data)
  return {
    position,
    ecmr_id,
    ecmr_number: metadata.ecmr_number ?? '',
    version: revision + 1,
    type,
    recorded_at: metadata.recorded_at,
    actor: metadata.actor,
    changes: changesIn(data),
    reason: reasonIn(data),
    inferred: data.inferred === true,
    data: withoutImage(data),
    hash: metadata.hash,
    prev_hash: metadata.prev_hash,
  }
}

function reasonIn({ reason, unsigned_reason }: JsonObject): string | null {
  if (typeof reason === 'string') return reason
  return typeof unsigned_reason === 'string' ? unsigned_reason : null
}

// A creation changes every field that it gives, from nothing; in the order of a printed note, which JSON does not keep.
function changesIn({ changes, fields, metadata, previous_metadata }: JsonObject): readonly FieldChange[] {
  if (Array.isArray(changes)) return changes.flatMap(fieldChange)
  const bookkeeping =
    metadata === undefined ? [] : [{ field: 'metadata', old: previous_metadata ?? null, new: metadata }]
  if (!isObject(fields)) return bookkeeping
  const names = new Set<string>([...fieldNames.filter((name) => name in fields), ...Object.keys(fields)])
  const given = [...names].map((field) => ({ field, old: null, new: fields[field] ?? null }))
  return [...given, ...bookkeeping]
}

function fieldChange(change: JsonValue): readonly FieldChange[] {
  if (!isObject(change) || typeof change.field !== 'string') return []
  return [{ field: change.field, old: change.old ?? null, new: change.new ?? null }]
}

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// Images are large; what was drawn is proven by the record, and by its hash here.
function withoutImage(data: JsonObject): JsonObject {
  const { signature_image, ...rest } = data
  if (typeof signature_image !== 'string') return data
  return { ...rest, signature_image_sha256: createHash('sha256').update(signature_image).digest('hex') }
}

/**
 * How many events the log holds: exactly where the store can count them, elsewhere about as many as there are in the
 * history of all notes. Undefined when nothing is known. An estimate for progress bars only.
 */
export async function expectedEvents(
  pool: Pool,
  store: Pick<EventStore, 'head' | 'countBetween'>,
): Promise<number | undefined> {
  const head = await store.head()
  if (head === START) return 0
  if (store.countBetween) return store.countBetween(START, head)
  const { rows } = await pool.query<{ count: number }>('select count(*) as count from rm_history.events')
  return rows[0]?.count || undefined
}
