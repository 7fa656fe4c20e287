import { EMPTY_ROOT, HASH_BYTES, nodeHash, sameHash } from './hashes.js'

/** A tree as a checkpoint states it. */
export interface TreeHead {
  readonly size: number
  readonly root: Uint8Array
}

/** Whether a proof leads from a leaf's hash at an index to the root of a tree (RFC 9162, section 2.1.3.2). */
export function verifyInclusion(
  leaf: Uint8Array,
  index: number,
  tree: TreeHead,
  proof: readonly Uint8Array[],
): boolean {
  if (!isSize(tree.size) || !isSize(index) || index >= tree.size || !areHashes([leaf, ...proof])) return false
  let place = { first: index, last: tree.size - 1 }
  let root = leaf
  for (const hash of proof) {
    if (place.last === 0) return false
    root = isRight(place) ? nodeHash(hash, root) : nodeHash(root, hash)
    place = parentOf(place)
  }
  return place.last === 0 && sameHash(root, tree.root)
}

/** Whether a proof shows that a tree is a beginning of another one (RFC 9162, section 2.1.4.2). */
export function verifyConsistency(from: TreeHead, to: TreeHead, proof: readonly Uint8Array[]): boolean {
  if (!isSize(from.size) || !isSize(to.size) || from.size > to.size) return false
  if (!areHashes([from.root, to.root, ...proof])) return false
  if (from.size === 0) return proof.length === 0 && sameHash(from.root, EMPTY_ROOT)
  if (from.size === to.size) return proof.length === 0 && sameHash(from.root, to.root)
  let place = { first: from.size - 1, last: to.size - 1 }
  while (place.first % 2 === 1) place = halved(place)
  const hashes = place.first === 0 ? [from.root, ...proof] : proof
  const seed = hashes.at(0)
  if (!seed) return false
  let smaller = seed
  let larger = seed
  for (const hash of hashes.slice(1)) {
    if (place.last === 0) return false
    if (isRight(place)) {
      smaller = nodeHash(hash, smaller)
      larger = nodeHash(hash, larger)
    } else larger = nodeHash(larger, hash)
    place = parentOf(place)
  }
  return place.last === 0 && sameHash(smaller, from.root) && sameHash(larger, to.root)
}

/** A node and the last one of its level, by their indices. */
interface Place {
  readonly first: number
  readonly last: number
}

/** Whether the next hash of a proof stands to the left of a node. */
function isRight({ first, last }: Place): boolean {
  return first % 2 === 1 || first === last
}

/** The place above; a last node without a sibling rises until it has one. */
function parentOf(place: Place): Place {
  let at = place
  if (isRight(at)) while (at.first % 2 === 0 && at.first !== 0) at = halved(at)
  return halved(at)
}

function halved({ first, last }: Place): Place {
  return { first: Math.floor(first / 2), last: Math.floor(last / 2) }
}

function isSize(size: number): boolean {
  return Number.isSafeInteger(size) && size >= 0
}

function areHashes(hashes: readonly Uint8Array[]): boolean {
  return hashes.every(({ length }) => length === HASH_BYTES)
}
