import type { JsonObject } from '../json.js'
import type { Refusal } from '../refusals.js'
import type { EcmrEvent } from './events.js'
import type { Note } from './state.js'

export interface ReadEvent {
  readonly type: string
  readonly data: JsonObject
  readonly metadata: { readonly recorded_at: string; readonly schema_version?: number }
}
/** `undefined`: an event type (or a newer shape of one) that this version does not know. */
export function toEcmrEvent(_recorded: ReadEvent): EcmrEvent | undefined {
  throw new Error('not yet')
}
export interface Replayed {
  readonly note: Note | null
  /** names of event types that this version does not know; commands are then refused with `unknownHistory` */
  readonly unknown: readonly string[]
}
/** Folds a stream's events; unknown ones count in the version and change nothing else. */
export function replay(_events: readonly ReadEvent[]): Replayed {
  throw new Error('not yet')
}
export function unknownHistory(_types: readonly string[]): Refusal {
  throw new Error('not yet')
}
