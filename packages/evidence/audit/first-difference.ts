import type { LeafEvent } from '../evidence.js'
import { HASH_BYTES, sameHash } from '../tree/hashes.js'
import { TILE_WIDTH } from '../tree/tile-reader.js'

/** An event at whose place the stored tree holds another leaf. */
export interface Difference {
  /** of the leaf */
  readonly index: number
  readonly event: LeafEvent
  /** what was done, as the next leaves tell it: `missing` stands for an event right before this one */
  readonly kind: 'changed' | 'missing' | 'inserted' | 'reordered'
}

/**
 * Names the first leaf that differs between the hashes that a tile should have and those that it has.
 *
 * @param of.index of the tile
 * @param of.events those of the tile
 */
export function firstDifference(of: {
  readonly computed: Uint8Array
  readonly stored: Uint8Array
  readonly index: number
  readonly events: readonly LeafEvent[]
}): Difference | undefined {
  const [computed, stored] = [hashesIn(of.computed), hashesIn(of.stored)]
  const place = computed.findIndex((hash, n) => !isSame(hash, stored[n]))
  const event = of.events[place]
  if (!event) return undefined
  const holdsNext = isSame(computed[place], stored[place + 1])
  const isNext = isSame(computed[place + 1], stored[place])
  const kind = holdsNext ? (isNext ? 'reordered' : 'missing') : isNext ? 'inserted' : 'changed'
  return { index: of.index * TILE_WIDTH + place, event, kind }
}

function isSame(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  return a !== undefined && b !== undefined && sameHash(a, b)
}

function hashesIn(bytes: Uint8Array): readonly Uint8Array[] {
  return Array.from({ length: bytes.length / HASH_BYTES }, (_, n) =>
    bytes.subarray(n * HASH_BYTES, (n + 1) * HASH_BYTES),
  )
}
