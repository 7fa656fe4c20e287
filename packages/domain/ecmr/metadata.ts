import { Type } from '@sinclair/typebox'
import { PRINTABLE_OR_EMPTY } from '../text.js'

/** What integrators keep with a note or a webhook for programs of their own; it says nothing about the carriage. */
export type Metadata = Readonly<Record<string, string>>

/** A partial change: `null` or an empty text removes a key. */
export type MetadataChanges = Readonly<Record<string, string | null>>

/** The most that one note or webhook may hold. */
export const metadataLimits = { keys: 50, keyLength: 40, valueLength: 500 } as const

/** Names that every object has of itself in many languages: reading one gives something else than the value. */
const RESERVED = ['constructor', 'prototype']

const value = { maxLength: metadataLimits.valueLength, pattern: PRINTABLE_OR_EMPTY } as const

const given = (description: string, maxProperties: number) =>
  Type.Unsafe<MetadataChanges | null>({
    type: ['object', 'null'],
    description,
    propertyNames: {
      pattern: `^[A-Za-z0-9][A-Za-z0-9_.:-]{0,${metadataLimits.keyLength - 1}}$`,
      not: { enum: RESERVED },
    },
    maxProperties,
    additionalProperties: { type: ['string', 'null'], ...value },
  })

/** Metadata as a creation takes them. */
export const metadataToCreate = given(
  `Up to ${metadataLimits.keys} texts of your own, by key`,
  metadataLimits.keys,
)

/** Metadata as a change takes them; it may remove as many keys as it sets. */
export const metadataToChange = given(
  `Up to ${metadataLimits.keys} texts of your own, by key. Keys that you do not send stay; null or "" removes a key, null in the place of all removes all`,
  2 * metadataLimits.keys,
)

/** Metadata as answers show them. */
export const metadataShown = Type.Unsafe<Metadata>({
  type: 'object',
  description: 'What your programs keep with it; empty when there is nothing',
  additionalProperties: { type: 'string' },
})

/** What a change of metadata does: the new values of the keys that it changes, and those from before; null stands for absent. */
export interface ChangedMetadata {
  readonly metadata: MetadataChanges
  readonly previous_metadata: MetadataChanges
}

/**
 * What a change would really change; undefined: nothing.
 *
 * @param wanted null removes all keys
 */
export function changedMetadata(
  before: Metadata,
  wanted: MetadataChanges | null,
): ChangedMetadata | undefined {
  const known = new Map(Object.entries(before))
  const asked =
    wanted === null ? [...known.keys()].map((key) => [key, null] as const) : Object.entries(wanted)
  const changes = asked
    .map(([key, value]) => ({ key, old: known.get(key) ?? null, new: value?.trim() || null }))
    .filter((change) => change.old !== change.new)
  if (changes.length === 0) return undefined
  return {
    metadata: Object.fromEntries(changes.map((change) => [change.key, change.new])),
    previous_metadata: Object.fromEntries(changes.map((change) => [change.key, change.old])),
  }
}

/** Metadata after a change. */
export function withMetadata(before: Metadata, changes: MetadataChanges): Metadata {
  const next = new Map(Object.entries(before))
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) next.delete(key)
    else next.set(key, value)
  }
  return Object.fromEntries(next)
}

/** The metadata of what is new. */
export function metadataFrom(given: MetadataChanges | null | undefined): Metadata {
  const changed = given ? changedMetadata(NONE, given) : undefined
  return changed ? withMetadata(NONE, changed.metadata) : NONE
}

const NONE: Metadata = {}

/** Whether nothing is kept. */
export function isEmpty(metadata: Metadata): boolean {
  return Object.keys(metadata).length === 0
}

/** Says that there would be too many keys; undefined when there is room. */
export function tooManyKeys(metadata: Metadata): string | undefined {
  const count = Object.keys(metadata).length
  return count <= metadataLimits.keys
    ? undefined
    : `There are at most ${metadataLimits.keys} keys of metadata, and this would make ${count}. Remove some with null.`
}
