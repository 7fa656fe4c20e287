import { HASH_BYTES } from '../tree/hashes.js'
import { fullSubtree, TILE_WIDTH } from '../tree/tile-reader.js'

/** What a tree needs to remember of itself to take further leaves. */
export interface Edge {
  /** leaves */
  readonly size: number
  /** of each level, from 0 on: the hashes of its last tile, unless that one is full */
  readonly open: readonly Uint8Array[]
}

/** A tile as it is from now on. */
export interface Tile {
  readonly level: number
  readonly index: number
  readonly hashes: Uint8Array
}

export const TILE_BYTES = TILE_WIDTH * HASH_BYTES
export const EMPTY_EDGE: Edge = { size: 0, open: [] }

/** The tiles that change, on all levels, when a tree takes further leaves, and its edge afterwards. */
export function grow(
  { size, open }: Edge,
  leaves: readonly Uint8Array[],
): { readonly edge: Edge; readonly tiles: readonly Tile[] } {
  const edge = [...open]
  const tiles: Tile[] = []
  let hashes = Buffer.concat(leaves)
  for (let level = 0; hashes.length > 0; level++) {
    const all = Buffer.concat([open[level] ?? new Uint8Array(), hashes])
    const first = Math.floor(size / TILE_WIDTH ** (level + 1))
    const parts = split(all)
    tiles.push(...parts.map((part, n) => ({ level, index: first + n, hashes: part })))
    const full = parts.filter(isFull)
    edge[level] = all.subarray(full.length * TILE_BYTES)
    hashes = Buffer.concat(full.map((tile) => fullSubtree(tile, 0, TILE_WIDTH)))
  }
  return { edge: { size: size + leaves.length, open: edge }, tiles }
}

/** Whether a tile takes no further hash. */
export function isFull(hashes: Uint8Array): boolean {
  return hashes.length === TILE_BYTES
}

function split(hashes: Uint8Array): readonly Uint8Array[] {
  return Array.from({ length: Math.ceil(hashes.length / TILE_BYTES) }, (_, n) =>
    hashes.subarray(n * TILE_BYTES, (n + 1) * TILE_BYTES),
  )
}
