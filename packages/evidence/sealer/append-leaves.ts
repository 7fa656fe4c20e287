import type { Pool } from 'pg'
import { inTransaction } from '../db.js'
import type { LeafEvent } from '../evidence.js'
import { leafHash, leafText } from '../tree/hashes.js'
import { grow } from './grow.js'
import { readEdge, type SealedTree, sealedTree } from './sealed-tree.js'
import { lockTiles, withLastEvents, writeTiles } from './write-tiles.js'

/** The most leaves that are appended at a time: with their tiles less than 1 MB. */
export const MAX_LEAVES = 16_384

/** Another process has changed the tree since it was looked at; look again. */
export class TreeMoved extends Error {
  override readonly name = 'TreeMoved'
}

/**
 * Appends the leaves of events that follow, in the log, the last one of a tree. All tiles change in one transaction, or
 * none: after a crash the tree is as before or as after, and says so itself.
 *
 * @param tree as `sealedTree` or the call before gave it
 * @param events `MAX_LEAVES` at most
 * @returns the tree with them
 * @throws TreeMoved when another process has appended meanwhile, and then nothing is written; TilesDamaged; the
 *   database's error
 * @example
 * let tree = await sealedTree(pool)
 * tree = await appendLeaves(pool, tree, await readLeaves(store, { after: tree.last?.position ?? START, limit: 1_000 }))
 */
export async function appendLeaves(
  pool: Pool,
  tree: SealedTree,
  events: readonly LeafEvent[],
): Promise<SealedTree> {
  const last = events.at(-1)
  if (!last) return tree
  if (events.length > MAX_LEAVES) throw new RangeError(`${events.length} leaves are more than ${MAX_LEAVES}`)
  const leaves = events.map(leafHashOf)
  await inTransaction(pool, async (tx) => {
    await lockTiles(tx)
    const { size } = await sealedTree(tx)
    if (size !== tree.size) throw new TreeMoved(`the tree has ${size} leaves, not ${tree.size}`)
    const { tiles } = grow(await readEdge(tx, size), leaves)
    await writeTiles(tx, withLastEvents(tiles, size, events))
  })
  const { position, stream, revision } = last
  return { size: tree.size + events.length, last: { position, stream, revision, leaf: leafHashOf(last) } }
}

/** The hash of an event's leaf. */
export function leafHashOf({ stream, revision, hash }: LeafEvent): Uint8Array {
  return leafHash(leafText(stream, revision, hash))
}
