import { type EventStore, START } from '@ecmr/event-store'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { inTransaction } from '../db.js'
import { leafHashOf } from './append-leaves.js'
import { pagesAfter } from './catch-up.js'
import { EMPTY_EDGE, grow, isFull } from './grow.js'
import { type SealedTree, sealedTree } from './sealed-tree.js'
import { lockTiles, type WrittenTile, withLastEvents, writeTiles } from './write-tiles.js'

/**
 * Makes all tiles anew from the log, in place: while the log is what it was, every tile keeps its bytes and proofs are
 * answered meanwhile. Where the log is another one, or shorter, the tree is afterwards that of the log. Broken off at any
 * point, it is to be repeated. No process may append at the time.
 *
 * @returns the tree at the end of the log; one that the signal has ended changes nothing further
 * @throws StoreUnavailable; the database's error
 */
export async function rebuildTiles(options: {
  readonly pool: Pool
  readonly store: Pick<EventStore, 'readAll' | 'readHashes'>
  readonly signal: AbortSignal
  readonly onProgress?: (leaves: number) => void
}): Promise<SealedTree> {
  const { pool, store, signal, onProgress } = options
  let edge = EMPTY_EDGE
  // A full tile must not shrink before the end, or a proof would miss it: tiles that are not full come last.
  const open = new Map<number, WrittenTile>()
  for await (const page of pagesAfter(store, START, signal)) {
    const grown = grow(edge, page.map(leafHashOf))
    const tiles = withLastEvents(grown.tiles, edge.size, page)
    for (const tile of tiles) {
      if (isFull(tile.hashes)) open.delete(tile.level)
      else open.set(tile.level, tile)
    }
    await inTransaction(pool, (tx) =>
      writeTiles(
        tx,
        tiles.filter(({ hashes }) => isFull(hashes)),
      ),
    )
    edge = grown.edge
    onProgress?.(edge.size)
  }
  if (!signal.aborted) await finish(pool, edge.size, [...open.values()])
  return sealedTree(pool)
}

/** Writes the tiles at the edge, and takes away what lies beyond. */
async function finish(pool: Pool, size: number, open: readonly WrittenTile[]): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await lockTiles(tx)
    await writeTiles(tx, open)
    await sql`
      delete from evidence.tiles where (index * 256 + 1) * power(256::numeric, level) > ${size}`.execute(tx)
  })
}
