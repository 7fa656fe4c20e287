import { type EventStore, START } from '@ecmr/event-store'
import type { Pool } from 'pg'
import { checkpointsInDatabase } from '../audit/found-checkpoints.js'
import { treeWalk } from '../audit/tree-walk.js'
import { logKeys } from '../checkpoints/log-keys.js'
import { evidenceDb } from '../db.js'
import { parseVerifierKey } from '../formats/verifier-key.js'
import { pagesAfter } from '../sealer/catch-up.js'
import { rebuildTiles } from '../sealer/rebuild-tiles.js'
import type { SealedTree } from '../sealer/sealed-tree.js'
import { SEALER } from './seal-as-leader.js'

/** The tree was left as it is; the message is a sentence. */
export class NotRebuilt extends Error {
  override readonly name = 'NotRebuilt'
}

/** What was done. */
export interface RebuiltTree {
  readonly tree: SealedTree
  /** checkpoints that contradicted the log, and are not in the database any more */
  readonly dropped: number
}

/**
 * Makes all tiles anew from the log, while no process seals. A log that contradicts checkpoints is refused, unless these are to be
 * dropped: they stay where they were kept outside.
 *
 * @throws NotRebuilt; StoreUnavailable; the database's error
 */
export async function rebuildTree(options: {
  readonly pool: Pool
  readonly store: Pick<EventStore, 'readAll' | 'readHashes'>
  readonly dropContradicted: boolean
  readonly signal: AbortSignal
  readonly onProgress?: (leaves: number) => void
}): Promise<RebuiltTree> {
  const { pool, dropContradicted } = options
  return whileNoneSeals(pool, async () => {
    const agreed = await agreedSize(options)
    const newest = evidenceDb(pool).selectFrom('evidence.checkpoints').where('size', '>', agreed)
    const { count } = await newest
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count > 0 && !dropContradicted)
      throw new NotRebuilt(
        `The event log contradicts ${count} checkpoints, all of those of more than ${agreed} events: it was restored from an older copy, or events were removed. "ecmr audit verify" names them. Restore the newer copy; if there is none, repeat this with --drop-contradicted and give EVIDENCE_CHECKPOINTS another place, as what was kept there will always show the loss.`,
      )
    await evidenceDb(pool).deleteFrom('evidence.checkpoints').where('size', '>', agreed).execute()
    return { tree: await rebuildTiles(options), dropped: count }
  })
}

/** The size of the newest checkpoint that states the tree of the log; 0: none does. */
async function agreedSize({ pool, store, signal }: Parameters<typeof rebuildTree>[0]): Promise<number> {
  const keys = (await logKeys(pool)).map(({ vkey }) => parseVerifierKey(vkey))
  const checkpoints = await checkpointsInDatabase(pool, keys)
  const walk = treeWalk({ stored: undefined, checkpoints })
  for await (const page of pagesAfter(store, START, signal)) await walk.take(page)
  signal.throwIfAborted()
  const { confirmed } = await walk.end()
  return confirmed.newest?.size ?? 0
}

async function whileNoneSeals<Result>(pool: Pool, work: () => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as won', [
      SEALER,
    ])
    if (rows[0]?.won !== true)
      throw new NotRebuilt(
        'A process seals the event log: stop the relay, or what runs all in one, and repeat this.',
      )
    return await work()
  } finally {
    // Its session ends, and with it the lock.
    client.release(true)
  }
}
