import type { EventStore } from '@ecmr/event-store'
import { rebuildTiles, rootOf, rootOfLog, sameHash, sealedTree, tileReader } from '@ecmr/evidence'
import { CommandFailed } from '../failure.js'
import type { Installation } from '../installation.js'
import { progressBar } from '../progress.js'

/** The logs of which one is the copy of the other, and how many events they share. */
export interface CopiedLogs {
  readonly source: EventStore
  readonly target: EventStore
  readonly events: number
}

/** A tree that both logs have, by what checkpoints say of it. */
export interface SameRoot {
  readonly size: number
  /** base64 */
  readonly root: string
}

/**
 * Holds the root over a copy against that of the tree that was sealed from the log, which checkpoints were signed for;
 * where nothing was sealed, against that of the log.
 *
 * @throws CommandFailed when they differ
 */
export async function compareRoots(
  installation: Installation,
  { source, target, events }: CopiedLogs,
): Promise<SameRoot> {
  const { pool } = installation
  const { size: sealed } = await sealedTree(pool)
  const size = sealed > 0 ? sealed : events
  const expected =
    sealed > 0 ? await rootOf(size, tileReader(pool)) : await rootAt(installation, source, size)
  const root = await rootAt(installation, target, size)
  if (root && expected && sameHash(root, expected))
    return { size, root: Buffer.from(root).toString('base64') }
  throw new CommandFailed(
    `The root of the copy over ${size} events differs from the checkpoints. Nothing was switched. Check the log with "ecmr audit verify".`,
  )
}

/** Writes the tree's places anew, for the log that it is over from now on; its hashes stay what they are. */
export async function moveTree({ pool, signal }: Installation, target: EventStore): Promise<void> {
  if ((await sealedTree(pool)).size > 0) await rebuildTiles({ pool, store: target, signal })
}

async function rootAt(
  { signal }: Installation,
  store: EventStore,
  size: number,
): Promise<Uint8Array | undefined> {
  const bar = progressBar('comparing roots', 'events')
  try {
    return await rootOfLog({
      store,
      size,
      signal,
      onProgress: (done) => bar.update({ done, total: size }),
    })
  } finally {
    bar.stop()
  }
}
