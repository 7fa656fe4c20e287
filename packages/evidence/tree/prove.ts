import { EMPTY_ROOT, nodeHash } from './hashes.js'
import { type TileReader, type TreeReader, treeReader } from './tile-reader.js'

/**
 * The root of the tree over the first `size` leaves (RFC 6962, section 2.1).
 *
 * @throws TileMissing when the tiles do not hold as many
 */
export async function rootOf(size: number, read: TileReader): Promise<Uint8Array> {
  requireSize(size)
  return size === 0 ? EMPTY_ROOT : rangeHash(treeReader(size, read), 0, size)
}

/**
 * The hashes that lead from a leaf to the root (RFC 6962, section 2.1.1), the leaf's sibling first.
 *
 * @throws RangeError when there is no such leaf; TileMissing
 */
export async function inclusionProof(
  index: number,
  size: number,
  read: TileReader,
): Promise<readonly Uint8Array[]> {
  requireSize(size)
  if (!Number.isSafeInteger(index) || index < 0 || index >= size)
    throw new RangeError(`a tree of ${size} leaves has no leaf ${index}`)
  return pathTo(treeReader(size, read), 0, size, index)
}

/**
 * The hashes that prove that the tree of one size is a beginning of that of another (RFC 6962, section 2.1.2). Empty when
 * both are the same, or the smaller one has no leaf.
 *
 * @throws RangeError when the first size is beyond the second; TileMissing
 */
export async function consistencyProof(
  from: number,
  to: number,
  read: TileReader,
): Promise<readonly Uint8Array[]> {
  requireSize(from)
  requireSize(to)
  if (from > to) throw new RangeError(`a tree of ${from} leaves is no beginning of one of ${to}`)
  return from === 0 ? [] : difference(treeReader(to, read), 0, to, from, true)
}

function requireSize(size: number): void {
  if (!Number.isSafeInteger(size) || size < 0) throw new RangeError(`${size} is no size of a tree`)
}

/** The largest power of two below a number. */
function splitOf(leaves: number): number {
  let split = 1
  while (split * 2 < leaves) split *= 2
  return split
}

/** MTH(D[from:to]) of RFC 6962; `from` is where a subtree begins. */
async function rangeHash(tree: TreeReader, from: number, to: number): Promise<Uint8Array> {
  const leaves = to - from
  const height = Math.log2(leaves)
  if (Number.isInteger(height) && 2 ** height === leaves) return tree.node(height, from / leaves)
  const middle = from + splitOf(leaves)
  const [left, right] = await Promise.all([rangeHash(tree, from, middle), rangeHash(tree, middle, to)])
  return nodeHash(left, right)
}

/** PATH(m, D[n]) of RFC 6962, of the leaves from one to another. */
async function pathTo(tree: TreeReader, from: number, to: number, index: number): Promise<Uint8Array[]> {
  if (to - from === 1) return []
  const middle = from + splitOf(to - from)
  const [path, sibling] = await Promise.all(
    index < middle
      ? [pathTo(tree, from, middle, index), rangeHash(tree, middle, to)]
      : [pathTo(tree, middle, to, index), rangeHash(tree, from, middle)],
  )
  return [...path, sibling]
}

/** SUBPROOF(m, D[n], b) of RFC 6962, of the leaves from one to another; `size` counts from the first leaf of all. */
async function difference(
  tree: TreeReader,
  from: number,
  to: number,
  size: number,
  isKnown: boolean,
): Promise<Uint8Array[]> {
  if (size === to) return isKnown ? [] : [await rangeHash(tree, from, to)]
  const middle = from + splitOf(to - from)
  const [rest, other] = await Promise.all(
    size <= middle
      ? [difference(tree, from, middle, size, isKnown), rangeHash(tree, middle, to)]
      : [difference(tree, middle, to, size, false), rangeHash(tree, from, middle)],
  )
  return [...rest, other]
}
