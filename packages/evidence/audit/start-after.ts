import type { Pool } from 'pg'
import { evidenceDb } from '../db.js'
import type { Edge } from '../sealer/grow.js'
import type { SealedTree } from '../sealer/sealed-tree.js'
import { tileReader } from '../sealer/tiles.js'
import { HASH_BYTES, sameHash } from '../tree/hashes.js'
import { rootOf } from '../tree/prove.js'
import { TILE_WIDTH, TileMissing, type TileReader, tileWidth } from '../tree/tile-reader.js'
import type { TreeHead } from '../tree/verify.js'

/** Where a walk over the log begins that believes a checkpoint: before it, at the last full tile. */
export interface WalkStart extends SealedTree {
  readonly edge: Edge
}

/**
 * Where to begin in order to verify only what came after a checkpoint. The stored tree must have its root at its size: a few
 * tiles tell that.
 *
 * @returns undefined when the stored tree is another one, or has fewer leaves
 */
export async function startAfter(pool: Pool, { size, root }: TreeHead): Promise<WalkStart | undefined> {
  const read = tileReader(pool)
  try {
    if (!sameHash(await rootOf(size, read), root)) return undefined
    const before = size - (size % TILE_WIDTH)
    const edge = await edgeAt(before, read)
    return { size: before, last: await lastLeaf(pool, before), edge }
  } catch (error) {
    if (error instanceof TileMissing) return undefined
    throw error
  }
}

/** @throws TileMissing */
async function edgeAt(size: number, read: TileReader): Promise<Edge> {
  const open: Uint8Array[] = []
  for (let level = 0; TILE_WIDTH ** level <= size; level++) {
    const index = Math.floor(size / TILE_WIDTH ** (level + 1))
    const width = tileWidth(size, level, index)
    open.push(width > 0 ? await read(level, index, width) : new Uint8Array())
  }
  return { size, open }
}

/** The event of the last leaf of full tiles. */
async function lastLeaf(pool: Pool, size: number): Promise<SealedTree['last']> {
  const tile = await evidenceDb(pool)
    .selectFrom('evidence.tiles')
    .select(['hashes', 'position', 'stream', 'revision'])
    .where('level', '=', 0)
    .where('index', '=', size / TILE_WIDTH - 1)
    .executeTakeFirst()
  if (!tile || tile.position === null || tile.stream === null || tile.revision === null) return undefined
  const { hashes, position, stream, revision } = tile
  return { position, stream, revision, leaf: hashes.subarray(-HASH_BYTES) }
}
