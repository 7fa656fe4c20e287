import type { Pool } from 'pg'
import { evidenceDb } from '../db.js'
import type { LeafEvent } from '../evidence.js'
import { HASH_BYTES, sameHash } from '../tree/hashes.js'
import { TILE_WIDTH } from '../tree/tile-reader.js'
import { leafHashOf } from './append-leaves.js'

/**
 * The index of an event's leaf: its tile is found by the event's position, and the leaf in it by its hash.
 *
 * @returns undefined when the event is not in the tree
 */
export async function indexOf(pool: Pool, event: LeafEvent): Promise<number | undefined> {
  const tile = await evidenceDb(pool)
    .selectFrom('evidence.tiles')
    .select(['index', 'hashes'])
    .where('level', '=', 0)
    .where('position', '>=', event.position)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
  if (!tile) return undefined
  const leaf = leafHashOf(event)
  for (let from = 0; from < tile.hashes.length; from += HASH_BYTES)
    if (sameHash(tile.hashes.subarray(from, from + HASH_BYTES), leaf))
      return tile.index * TILE_WIDTH + from / HASH_BYTES
  return undefined
}
