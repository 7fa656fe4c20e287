import { type EventStore, START } from '@ecmr/event-store'
import {
  catchUp,
  migrateEvidence,
  readLeaves,
  rebuildTiles,
  rootOf,
  type SealedTree,
  sealedTree,
  tileReader,
} from '@ecmr/evidence'
import type { Pool } from 'pg'
import type { Test } from 'tap'
import { logDatabase } from '../event-store/support.js'

const never = new AbortController().signal

/** A database with an empty log and an empty tree over some log. */
export async function sealedDatabase(t: Test) {
  const database = await logDatabase(t)
  await migrateEvidence(database.pool)
  const { pool } = database
  return {
    ...database,
    /** Brings the tree up to the end of a log. */
    seal: async (store: EventStore): Promise<SealedTree> =>
      catchUp({ pool, store, tree: await sealedTree(pool), signal: never }),
    rebuild: (store: EventStore): Promise<SealedTree> => rebuildTiles({ pool, store, signal: never }),
    /** The root over all leaves, in hex. */
    root: async (): Promise<string> => {
      const { size } = await sealedTree(pool)
      return Buffer.from(await rootOf(size, tileReader(pool))).toString('hex')
    },
    tiles: () => tilesOf(pool),
  }
}

/** All that a table of tiles holds, and which transaction wrote each tile. */
async function tilesOf(pool: Pool): Promise<readonly object[]> {
  const { rows } = await pool.query(
    `select level, index, encode(hashes, 'hex') as hashes, position, stream, revision, xmin::text as written
     from evidence.tiles order by level, index`,
  )
  return rows
}

/** All leaves of a log. */
export async function leavesOf(store: EventStore) {
  return readLeaves(store, { after: START, limit: 100_000 })
}
