import type { JsonObject } from '../json.js'

/** An event's shape as a log holds it. */
export interface StoredShape {
  readonly type: string
  /** the version that its data was written in, from 1 */
  readonly schema_version: number
  readonly data: JsonObject
}

/** An event in today's shape. */
export interface CurrentShape {
  readonly type: string
  readonly data: JsonObject
}

/** How the events that one version changed are brought to the next; types that are not named stay as they are. */
export type Lift = ReadonlyMap<string, (data: JsonObject) => CurrentShape>

/**
 * The lifts in order: the first brings events of version 1 to version 2, and so on. An event type is never given
 * another meaning; its shape changes by adding a lift here, raising SCHEMA_VERSION and adding golden files.
 */
const lifts: readonly Lift[] = [
  // Version 2 seals personal values; read back in clear, events are of the same shape.
  new Map(),
]

/** Makes an `upcast` from lifts. An event that is newer than the last lift is returned as it stands. */
export function upcastThrough(steps: readonly Lift[]): (event: StoredShape) => CurrentShape {
  return ({ type, schema_version, data }) =>
    steps
      .slice(schema_version - 1)
      .reduce<CurrentShape>((event, lift) => lift.get(event.type)?.(event.data) ?? event, { type, data })
}

/** Brings an event of any version to today's shape. Pure; the log itself is never rewritten. */
export const upcast = upcastThrough(lifts)

/** The version that new events are written in. */
export const SCHEMA_VERSION = lifts.length + 1

interface Versioned {
  readonly type: string
  readonly data: JsonObject
  readonly metadata: { readonly schema_version: number }
}

/** Brings a recorded event to today's shape. One of today's version is returned as it is. */
export function upcastEvent<Event extends Versioned>(event: Event): Event {
  const { schema_version } = event.metadata
  if (schema_version === SCHEMA_VERSION) return event
  return { ...event, ...upcast({ type: event.type, schema_version, data: event.data }) }
}
