import type { EventStore } from '@ecmr/event-store'
import type { Pool } from 'pg'
import { builderOver, type Tx } from '../db.js'
import { HASH_BYTES, leafHash, leafText, sameHash } from '../tree/hashes.js'
import { TILE_WIDTH, tileWidth } from '../tree/tile-reader.js'
import type { Edge } from './grow.js'

/** The event of the last leaf. */
export interface LastLeaf {
  readonly position: string
  readonly stream: string
  readonly revision: number
  /** hash of the leaf */
  readonly leaf: Uint8Array
}

/** How far the log is in the tree. */
export interface SealedTree {
  /** leaves */
  readonly size: number
  /** undefined: the tree is empty */
  readonly last: LastLeaf | undefined
}

/** The tiles do not fit together; `rebuildTiles` makes them anew from the log. */
export class TilesDamaged extends Error {
  override readonly name = 'TilesDamaged'
}

/** How far the log is in the tree. One look at one row. */
export async function sealedTree(db: Pool | Tx): Promise<SealedTree> {
  const tile = await lastTile(db)
  if (!tile) return { size: 0, last: undefined }
  const { index, hashes, position, stream, revision } = tile
  if (position === null || stream === null || revision === null)
    throw new TilesDamaged(`tile ${index} does not say which event is its last`)
  const size = index * TILE_WIDTH + hashes.length / HASH_BYTES
  return { size, last: { position, stream, revision, leaf: hashes.subarray(-HASH_BYTES) } }
}

/**
 * Whether the log holds the event of the last leaf where it stood. If not, it was restored from an older copy or lies in
 * another store now; `rebuildTiles` then makes the tree of what the log is.
 *
 * @throws StoreUnavailable
 */
export async function holdsTree(
  store: Pick<EventStore, 'readStreamEnd'>,
  { last }: SealedTree,
): Promise<boolean> {
  if (!last) return true
  const [event] = await store.readStreamEnd(last.stream, { before: last.revision + 1, limit: 1 })
  if (event?.revision !== last.revision || event.position !== last.position) return false
  return sameHash(leafHash(leafText(event.stream, event.revision, event.metadata.hash)), last.leaf)
}

/**
 * The edge of the tree of a size.
 *
 * @throws TilesDamaged
 */
export async function readEdge(tx: Tx, size: number): Promise<Edge> {
  const open: Uint8Array[] = []
  for (let level = 0; TILE_WIDTH ** level <= size; level++) {
    const index = Math.floor(size / TILE_WIDTH ** (level + 1))
    const width = tileWidth(size, level, index)
    const hashes = width > 0 ? await readTile(tx, level, index) : new Uint8Array()
    if (hashes?.length !== width * HASH_BYTES)
      throw new TilesDamaged(
        `tile ${index} of level ${level} does not have the ${width} hashes of ${size} leaves`,
      )
    open.push(hashes)
  }
  return { size, open }
}

async function readTile(tx: Tx, level: number, index: number): Promise<Uint8Array | undefined> {
  const tiles = tx.selectFrom('evidence.tiles').select('hashes')
  const tile = await tiles.where('level', '=', level).where('index', '=', index).executeTakeFirst()
  return tile?.hashes
}

async function lastTile(db: Pool | Tx) {
  const tiles = builderOver(db).selectFrom('evidence.tiles').selectAll()
  return tiles.where('level', '=', 0).orderBy('index', 'desc').limit(1).executeTakeFirst()
}
