import type { TSchema } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'
import type { JsonObject } from '../json.js'
import type { Refusal } from '../refusals.js'
import { type EcmrEvent, ecmrEventData } from './events.js'
import { evolve } from './evolve.js'
import type { Note } from './state.js'
import { SCHEMA_VERSION } from './upcast.js'

const checks: ReadonlyMap<string, TypeCheck<TSchema>> = new Map(
  Object.entries(ecmrEventData).map(([type, data]) => [type, TypeCompiler.Compile(data)]),
)

/** What of a recorded event is needed to understand it; its data has been upcast. */
export interface ReadEvent {
  readonly type: string
  readonly data: JsonObject
  readonly metadata: { readonly recorded_at: string; readonly schema_version?: number }
}

/** The note that a stream's events make, and the types among them that this version does not know. */
export interface Replayed {
  readonly note: Note | null
  readonly unknown: readonly string[]
}

/**
 * Reads a recorded event.
 *
 * @returns `undefined` when this version does not know the type, or the event was written by a newer version
 * @throws MalformedEvent when the data cannot be what its type says
 */
export function toEcmrEvent(recorded: ReadEvent): EcmrEvent | undefined {
  const { type, metadata } = recorded
  if (!checks.has(type) || (metadata.schema_version ?? 1) > SCHEMA_VERSION) return undefined
  const { data } = recorded
  const event = { type, at: metadata.recorded_at, data }
  if (!isEcmrEvent(event)) throw new MalformedEvent(type, data)
  return event
}

/** An event of a known type whose data is not of that type's shape. */
export class MalformedEvent extends Error {
  override readonly name = 'MalformedEvent'
  constructor(type: string, data: JsonObject) {
    const fault = checks.get(type)?.Errors(data).First()
    super(`${type} is malformed at ${fault?.path || '/'}: ${fault?.message}`)
  }
}

function isEcmrEvent(event: { type: string; at: string; data: object }): event is EcmrEvent {
  return checks.get(event.type)?.Check(event.data) === true
}

/**
 * Folds a stream. Unknown events count in the version and change nothing else, so the note can still be shown; commands
 * on it are to be refused with `unknownHistory`.
 *
 * @throws ImpossibleEvent, MalformedEvent when the stream was tampered with
 */
export function replay(recorded: readonly ReadEvent[]): Replayed {
  let note: Note | null = null
  const unknown: string[] = []
  for (const one of recorded) {
    const event = toEcmrEvent(one)
    if (event !== undefined) note = evolve(note, event)
    else if (note !== null) note = passedOver(note, one)
    if (event === undefined) unknown.push(one.type)
  }
  return { note, unknown }
}

function passedOver(note: Note, { metadata }: ReadEvent): Note {
  return { ...note, version: note.version + 1, updated_at: metadata.recorded_at }
}

/** The refusal of every command on a note whose history holds events that this version does not know. */
export function unknownHistory(types: readonly string[]): Refusal {
  const names = [...new Set(types)].join(', ')
  return {
    code: 'unknown_history',
    detail: `This note’s history has ${names}; upgrade before changing it.`,
  }
}
