import { HASH_BYTES, nodeHash } from './hashes.js'

/** Hashes in a full tile (C2SP `tlog-tiles`). */
export const TILE_WIDTH = 256
/** Levels of the tree between two levels of tiles: 2^8 = 256. */
export const TILE_HEIGHT = 8

/**
 * Reads a tile (C2SP `tlog-tiles`): `width` hashes of 32 bytes each, 1 to 256. The n-th hash of tile `index` on level 0 is
 * that of leaf 256 · index + n; on each level above it is that of the n-th of 256 full tiles of the level below.
 */
export type TileReader = (level: number, index: number, width: number) => Promise<Uint8Array>

/** A tree of one size. Every hash asked for must be within it. */
export interface TreeReader {
  readonly size: number
  /** The hash of the full subtree over the leaves from `n · 2^height` on, as many as 2^height. */
  readonly node: (height: number, n: number) => Promise<Uint8Array>
}

/** A tile that is not as wide as the tree says. */
export class TileMissing extends Error {
  override readonly name = 'TileMissing'
}

/** How many hashes a tile has in a tree of a size: 256 when full, 0 when there is no such tile. */
export function tileWidth(size: number, level: number, index: number): number {
  const hashes = Math.floor(size / TILE_WIDTH ** level)
  return Math.max(0, Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH))
}

/** Reads the inner nodes of a tree from its tiles, each tile once. Meant for one proof: what it read is not given up. */
export function treeReader(size: number, read: TileReader): TreeReader {
  const tiles = new Map<string, Promise<Uint8Array>>()
  const tile = (level: number, index: number): Promise<Uint8Array> => {
    const key = `${level}/${index}`
    const known = tiles.get(key) ?? readWhole(read, level, index, tileWidth(size, level, index))
    tiles.set(key, known)
    return known
  }
  return {
    size,
    async node(height, n) {
      const level = Math.floor(height / TILE_HEIGHT)
      const hashes = 2 ** (height % TILE_HEIGHT)
      const first = n * hashes
      const index = Math.floor(first / TILE_WIDTH)
      const from = first - index * TILE_WIDTH
      return fullSubtree(await tile(level, index), from, hashes)
    },
  }
}

/** The root over `count` (a power of two) hashes of a tile, from one on. */
export function fullSubtree(tile: Uint8Array, from: number, count: number): Uint8Array {
  if (count === 1) return tile.subarray(from * HASH_BYTES, (from + 1) * HASH_BYTES)
  const half = count / 2
  return nodeHash(fullSubtree(tile, from, half), fullSubtree(tile, from + half, half))
}

async function readWhole(read: TileReader, level: number, index: number, width: number): Promise<Uint8Array> {
  const hashes = await read(level, index, width)
  if (width > 0 && hashes.length === width * HASH_BYTES) return hashes
  throw new TileMissing(`tile ${index} of level ${level} has ${hashes.length} bytes, not ${width} hashes`)
}
