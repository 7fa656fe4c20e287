import { leafHash, nodeHash, TILE_WIDTH, type TileReader } from '@ecmr/evidence'

/** The hash of a leaf that is as good as any other. */
export const someLeaf = (n: number): Uint8Array => leafHash(`ecmr-${n}@0 ${'0'.repeat(64)}`)

/** The tiles of a tree, computed as their definition in C2SP `tlog-tiles` reads: MTH(D[...]) by RFC 6962. */
export function tilesOver(leaves: readonly Uint8Array[]): TileReader {
  const subtrees = new Map<string, Uint8Array>()
  const subtree = (from: number, span: number): Uint8Array => {
    const key = `${from} ${span}`
    const hash = subtrees.get(key) ?? treeHash(leaves.slice(from, from + span))
    subtrees.set(key, hash)
    return hash
  }
  return async (level, index, width) => {
    const span = TILE_WIDTH ** level
    return Buffer.concat(
      Array.from({ length: width }, (_, n) => subtree((index * TILE_WIDTH + n) * span, span)),
    )
  }
}

/** MTH(D[n]) as RFC 6962, section 2.1, defines it, of one leaf or more. */
export function treeHash(leaves: readonly Uint8Array[]): Uint8Array {
  const [leaf] = leaves
  if (leaf && leaves.length === 1) return leaf
  const split = 2 ** Math.floor(Math.log2(leaves.length - 1))
  return nodeHash(treeHash(leaves.slice(0, split)), treeHash(leaves.slice(split)))
}
