import type { Change, JsonObject } from '@ecmr/domain'
import type { Actor, Position } from '@ecmr/event-store'

/** One event of a note, as its history and the company's change feed show it. */
export interface HistoryEntry {
  readonly position: Position
  readonly ecmr_id: string
  readonly ecmr_number: string
  /** the note's version after the event */
  readonly version: number
  readonly type: string
  readonly recorded_at: string
  readonly actor: Pick<Actor, 'kind' | 'id' | 'name'>
  readonly changes: readonly Change[]
  readonly reason: string | null
  /** not stated by anybody, but implied by what came after */
  readonly inferred: boolean
  /** the event's data; of a drawn signature only `signature_image_sha256` */
  readonly data: JsonObject
  readonly hash: string
  readonly prev_hash: string | null
}
